/** Runs one command line of `kerf`, from its words to the exit code. */
import { CommanderError } from '@commander-js/extra-typings'
import {
  type Installation,
  openInstallation,
  readSecretFiles,
  withOperatorEvidence,
} from '@kerf/server/operations/index'
import {
  type CommandContext,
  type CommandOutput,
  type CreateAction,
  type Environment,
  UsageError,
} from './input/command-context.ts'
import { confirm, type Terminal } from './input/confirm.ts'
import type { OperatorIdentity } from './input/operator-identity.ts'
import { commandPath, createProgram } from './program.ts'

/** Everything outside the program that a command line touches. */
export interface CliHost {
  readonly env: Environment
  readonly identity: OperatorIdentity
  /** Folder of the checkout or the installed tree. */
  readonly root: string
  readonly terminal: Terminal
  /** Writes one line to standard output. */
  readonly out: (line: string) => void
  /** Writes one line to standard error. */
  readonly err: (line: string) => void
}

const OPERATOR_NAME_MAX = 64

/** The name that was typed: a note in the audit record. null: none. */
function readStatedOperator(given: string | undefined, env: Environment): string | null {
  const name = given?.trim() || env.KERF_OPERATOR?.trim() || ''
  if (name.length > OPERATOR_NAME_MAX || /\p{Cc}/u.test(name))
    throw new UsageError(`The operator's name can have up to ${OPERATOR_NAME_MAX} visible characters.`)
  return name || null
}

/** Exit code: 0 success, 1 the command failed, 2 the command line is wrong. */
export async function runCli(words: readonly string[], host: CliHost): Promise<number> {
  const { identity, root, terminal, out, err } = host
  const env = { ...host.env }
  let exitCode = 0

  const action: CreateAction =
    work =>
    async (...args) => {
      const { as, json, yes } = program.opts()
      const evidence = { source: identity.source, stated: readStatedOperator(as, env) }
      let installation: Installation | undefined
      const context: CommandContext = {
        operator: identity.name,
        env,
        root,
        open: async ({ create = false } = {}) => {
          installation ??= await openInstallation(env, root, { warn: err, create })
          return installation
        },
        note: err,
        confirm: question => confirm(question, yes === true, terminal),
      }
      let output: CommandOutput
      try {
        output = await withOperatorEvidence(evidence, () => work(context, ...args))
      } finally {
        await installation?.close()
      }
      out(json ? JSON.stringify(output.json) : output.text)
      if (output.success === false) exitCode = 1
    }

  const program = createProgram(action, { out, err })
  let running = program.name()
  program.hook('preAction', (_, command) => {
    running = commandPath(command).join(' ')
  })
  try {
    readSecretFiles(env)
    await program.parseAsync(words.length > 0 ? words : ['--help'], { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has printed its message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const isUsageError = error instanceof UsageError
    err(`kerf: ${error instanceof Error ? error.message : String(error)}`)
    if (isUsageError) err(`See ${running} --help`)
    return isUsageError ? 2 : 1
  }
}
