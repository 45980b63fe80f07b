import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { FOUND_MAX, type Found, find } from '@kerf/server/operations/index'
import { type CommandRegistry, type CreateAction, UsageError } from '../../input/command-context.ts'
import { optionalText, wholeNumber } from '../../input/option-values.ts'
import { isoTime } from '../../output/iso-time.ts'
import { table } from '../../output/table.ts'

export function addFindCommand({ program, action }: CommandRegistry): void {
  configureFind(program.command('find'), action).addHelpText(
    'after',
    `
QUERY is an address, also with a typo, the start of a nickname, name or enterprise account ID, a user ID, or the number of
anything: request, session, certificate, redemption code, SN or id of a machine, code of an app.`,
  )
}

/** `kerf user find` is the same command under its first name. */
export const configureFind = (command: CommandUnknownOpts, action: CreateAction) =>
  command
    .description('Finds people and what they have: by an address, a name or any number that they read out.')
    .argument('<QUERY>', 'at least three characters')
    .option('--reveal', 'show whole email addresses; needs --reason')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, FOUND_MAX))
    .option('--after <cursor>', 'the next page, as the output of the page before names it', optionalText)
    .action(
      action(async ({ operator, open, reason }, query, { reveal = false, limit, after }) => {
        if (reveal && reason === undefined) throw new UsageError('--reveal needs --reason.')
        const input = { query, reveals: reveal, ...(limit && { limit }), ...(after && { after }) }
        const found = await find(await open(), input, operator)
        return { json: found, text: render(found) }
      }) as never,
    )

const SIMILAR = {
  missing:
    'Addresses with a typo were not searched: the database lacks pg_trgm ("kerf doctor" says what to do).',
  stopped: 'Too many addresses are similar: give more of it.',
  searched: '',
  'not needed': '',
}

function render({ hits, next, similar }: Found): string {
  const rows = table(hits, {
    FOUND: row => row.kind,
    KEY: row => row.key,
    BY: row => row.by,
    UID: row => row.account?.uid ?? null,
    STATUS: row => row.account?.status ?? null,
    EMAIL: row => row.account?.email ?? null,
    ACCOUNT: row => row.account?.account ?? null,
    NICKNAME: row => row.account?.nickname ?? null,
    CREATED: row => isoTime(row.account?.createdAt ?? null),
    NOTE: row => row.note,
  })
  return [rows, SIMILAR[similar], next === null ? '' : `More: --after ${next}`].filter(Boolean).join('\n')
}
