import { Option } from '@commander-js/extra-typings'
import { type Explained, explain, type Fact, TOPICS } from '@kerf/server/operations/index'
import { type CommandRegistry, UsageError } from '../../input/command-context.ts'
import { readLines } from '../../input/read-lines.ts'
import { isoTime } from '../../output/iso-time.ts'
import { visibleLine } from '../../output/visible-text.ts'

export function addExplainCommand({ program, action }: CommandRegistry): void {
  program
    .command('explain')
    .description('Tells why a person cannot log in, get a code, redeem, finish a training or use a machine.')
    .argument('<UID|EMAIL|REQUEST>', 'user ID, email address, enterprise account ID, or the id of a request')
    .addOption(new Option('--about <topic>', 'only about this').choices(TOPICS))
    .option(
      '--code <code>',
      'a redemption code that the person has; - reads it from standard input, so that no history keeps it',
    )
    .addOption(
      new Option('--lang <lang>', 'language of the facts').choices(['en', 'zh'] as const).default('en'),
    )
    .action(
      action(async ({ operator, open }, who, { about, code, lang }) => {
        const typed = code === '-' ? (await readLines('-'))[0] : code
        if (code === '-' && !typed) throw new UsageError('There is no code on standard input.')
        const input = { who, ...(about && { about }), ...(typed && { redemptionCode: typed }) }
        const explained = await explain(await open(), input, operator)
        return { json: explained, text: render(explained, lang) }
      }),
    )
}

function renderFact({ blocks, since, until, text, mend }: Fact, lang: 'en' | 'zh'): string {
  const times = [
    since === null ? '' : `since ${isoTime(since)}`,
    until === null ? '' : `until ${isoTime(until)}`,
  ].filter(Boolean)
  return [
    `${blocks ? '!' : ' '} ${visibleLine(text[lang])}${times.length > 0 ? ` (${times.join(', ')})` : ''}`,
    ...(mend ? [`    kerf ${mend.operation} ${mend.arguments.join(' ')}`] : []),
  ].join('\n')
}

function render({ account, facts }: Explained, lang: 'en' | 'zh'): string {
  const who =
    account &&
    `${account.uid}  ${account.kind}  ${account.status}  ${account.account ?? account.email}  ${visibleLine(account.nickname)}`.trimEnd()
  const parts = [...new Set(facts.map(({ about }) => about))].map(topic =>
    [
      `${topic}${topic === 'request' || facts.some(({ about, blocks }) => about === topic && blocks) ? '' : ': nothing blocks'}`,
      ...facts.filter(({ about }) => about === topic).map(fact => renderFact(fact, lang)),
    ].join('\n'),
  )
  return [...(who ? [who] : []), ...parts].join('\n')
}
