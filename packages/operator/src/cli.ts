/** One call of `kerf`, from its words to its exit code. */
import { userInfo } from 'node:os'
import { type Installation, openInstallation } from '@kerf/server/operations/index'
import { type Command, type Outcome, text, UsageError, type Values } from './command.ts'
import { COMMANDS } from './commands.ts'
import { confirm, type Terminal } from './confirm.ts'
import { commandHelp, overview } from './help.ts'
import { findCommand, parseOptions } from './parse.ts'

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly root: string
  readonly terminal: Terminal
  /** standard output and standard error, a line each */
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

function operatorOf(values: Values, env: Surroundings['env']): string {
  const name = text(values, 'as') ?? env.KERF_OPERATOR?.trim() ?? ''
  if (name !== '') {
    if (name.length > 64 || /\p{Cc}/u.test(name)) throw new UsageError('--as takes up to 64 characters')
    return name
  }
  try {
    return userInfo().username
  } catch {
    throw new UsageError('say who acts: --as NAME or KERF_OPERATOR')
  }
}

async function execute(command: Command, values: Values, words: readonly string[], around: Surroundings) {
  const { env, root, terminal, err } = around
  let opened: Installation | undefined
  try {
    return await command.run({
      values,
      positionals: words,
      operator: operatorOf(values, env),
      env,
      root,
      open: async () => {
        opened ??= await openInstallation(env, root, err)
        return opened
      },
      confirm: question => confirm(question, values.yes === true, terminal),
    })
  } finally {
    await opened?.close()
  }
}

/** Exit code: 0 success, 1 the command failed, 2 the line was wrong. */
export async function kerf(words: readonly string[], around: Surroundings): Promise<number> {
  const { out, err } = around
  const command = findCommand(COMMANDS, words)
  if (command === undefined) {
    const [noun] = words
    const ofNoun = COMMANDS.filter(({ path }) => path[0] === noun)
    const asked = noun === undefined || noun === 'help' || words.includes('--help')
    if (asked) out(overview(ofNoun.length > 0 ? ofNoun : COMMANDS))
    else
      err(
        `kerf: there is no "${words.slice(0, 2).join(' ')}"\n\n${overview(ofNoun.length > 0 ? ofNoun : COMMANDS)}`,
      )
    return asked ? 0 : 2
  }
  try {
    const { values, positionals } = parseOptions(command, words.slice(command.path.length))
    if (values.help) {
      out(commandHelp(command))
      return 0
    }
    const outcome: Outcome = await execute(command, values, positionals, around)
    out(values.json ? JSON.stringify(outcome.json) : outcome.text)
    return outcome.success === false ? 1 : 0
  } catch (error) {
    const wrongLine = error instanceof UsageError
    const hint = wrongLine ? `\nSee kerf ${command.path.join(' ')} --help` : ''
    err(`kerf: ${error instanceof Error ? error.message : String(error)}${hint}`)
    return wrongLine ? 2 : 1
  }
}
