/** Options and previews that `message` and `announcement` share. */
import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { Installation } from '@kerf/server/operations/index'
import { isoTime } from '../output/iso-time.ts'
import { drawMarkdown, PLAIN, STYLED } from '../output/terminal-markdown.ts'
import { type CommandContext, type CreateAction, UsageError } from './command-context.ts'
import { date, optionalText, wholeNumber } from './option-values.ts'

export const FROM = ['--from <date>', 'start: YYYY-MM-DD (UTC) or a full ISO time', date] as const

const LIMIT_MAX = 1_000
export const LIMIT = [
  '--limit <n>',
  'maximum number of rows (default: 50)',
  wholeNumber(1, LIMIT_MAX),
] as const
export const LIMIT_DEFAULT = 50

export interface ContentOptions {
  readonly titleEn?: string | undefined
  readonly titleZh?: string | undefined
  readonly bodyEn?: string | undefined
  readonly bodyZh?: string | undefined
  readonly link?: string | undefined
  readonly picture?: string | undefined
  readonly until?: Date | undefined
  readonly now?: true | undefined
  readonly preview?: true | undefined
}

/** Adds the options above. The cast names the type that TypeScript infers but cannot write down. */
export const addContentOptions = <
  Arguments extends unknown[],
  Options extends OptionValues,
  GlobalOptions extends OptionValues,
>(
  command: Command<Arguments, Options, GlobalOptions>,
): Command<Arguments, Options & ContentOptions, GlobalOptions> =>
  command
    .option('--title-en <text>', 'title in English; at least one language is required', optionalText)
    .option('--title-zh <text>', 'title in Chinese', optionalText)
    .option('--body-en <markdown>', 'text in English', optionalText)
    .option('--body-zh <markdown>', 'text in Chinese', optionalText)
    .option('--link <url>', 'https address that the message links to', optionalText)
    .option('--picture <url>', 'https address on the origin of the portal or of a brand', optionalText)
    .option('--until <date>', 'end: YYYY-MM-DD (UTC) or a full ISO time (default: no end)', date)
    .option(
      '--now',
      'show it to many at once; needs --reason (default: after five minutes, in which "recall" takes it back)',
    )
    .option('--preview', 'show what it looks like and send nothing') as never

export const readContent = (options: ContentOptions & { readonly from?: Date | undefined }) => ({
  title: { en: options.titleEn, zh: options.titleZh },
  body: { en: options.bodyEn, zh: options.bodyZh },
  link: options.link,
  picture: options.picture,
  from: options.from ?? null,
  until: options.until ?? null,
})

/** Whether it waits until it can no longer be recalled. */
export function mustHold({ now }: ContentOptions, { reason }: CommandContext): boolean {
  if (now && reason === undefined) throw new UsageError('--now needs --reason.')
  return !now
}

interface Content {
  readonly texts: Readonly<Partial<Record<'en' | 'zh', { readonly title: string; readonly body: string }>>>
  readonly link: string | null
  readonly picture: string | null
}

/** Draws the message in each of its languages. */
export function renderPreview({ texts, link, picture }: Content): string {
  const styles = process.stdout.isTTY ? STYLED : PLAIN
  return (['en', 'zh'] as const)
    .flatMap(language => {
      const text = texts[language]
      if (!text) return []
      const lines = [
        styles.bold(text.title),
        picture && styles.faint(`[${picture}]`),
        text.body && drawMarkdown(text.body, styles),
        link && styles.faint(`→ ${link}`),
      ]
      const box = lines.filter(Boolean).join('\n\n').split('\n')
      return [[`┌ ${language}`, ...box.map(line => `│ ${line}`.trimEnd()), '└'].join('\n')]
    })
    .join('\n')
}

/** The command `recall` of a kind of message to many. `noun`: with its article. */
export function addRecallCommand(
  parent: Command,
  action: CreateAction,
  noun: string,
  recall: (db: Installation['db'], id: string, operator: string) => Promise<{ readonly id: string }>,
): void {
  parent
    .command('recall')
    .description(`Takes back ${noun} that starts later: nobody sees it.`)
    .argument('<ID>', `see "kerf ${parent.name()} list"`)
    .action(
      action(async ({ operator, open }, id) => {
        const { db } = await open()
        const recalled = await recall(db, id, operator)
        return { json: recalled, text: `${recalled.id} is recalled: nobody sees it.` }
      }),
    )
}

/** The command `revoke` of a kind of message. `noun`: with its article. */
export function addRevokeCommand(
  parent: Command,
  action: CreateAction,
  noun: string,
  revoke: (db: Installation['db'], id: string, operator: string) => Promise<{ readonly id: string }>,
): void {
  const name = noun.replace(/^an? /, '')
  parent
    .command('revoke')
    .description(`Revokes ${noun}: nobody sees it from now on.`)
    .argument('<ID>', `see "kerf ${parent.name()} list"`)
    .action(
      action(async ({ operator, open, confirm }, id) => {
        const subject = name.charAt(0).toUpperCase() + name.slice(1)
        await confirm(`${subject} ${id} is revoked and cannot be shown again. Continue?`)
        const { db } = await open()
        const revoked = await revoke(db, id, operator)
        return { json: revoked, text: `${revoked.id} is revoked.` }
      }),
    )
}

/** Time for which a message is shown. Times are unix seconds. */
interface Period {
  readonly from: number
  readonly until: number | null
}

export const renderPeriod = ({ from, until }: Period): string =>
  `from ${isoTime(from)}${until === null ? '' : ` until ${isoTime(until)}`}`

export const firstTitle = (texts: Content['texts']): string => texts.en?.title ?? texts.zh?.title ?? ''

export function stateNow({ from, until, revoked }: Period & { readonly revoked: number | null }): string {
  const now = Date.now() / 1000
  if (revoked !== null) return 'revoked'
  if (from > now) return 'scheduled'
  return until !== null && until <= now ? 'ended' : 'active'
}
