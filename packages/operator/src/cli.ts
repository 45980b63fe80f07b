/** Runs one command line of `kerf`, from its words to the exit code. */
import { CommanderError } from '@commander-js/extra-typings'
import { CASE_MAX, parseCaseNumber, REASON_MAX } from '@kerf/contract/console/console-session'
import {
  ApprovalPendingError,
  authorizeOperation,
  countLookUps,
  countPeople,
  countsPeople,
  type Installation,
  identifyOperator,
  isAddress,
  OPERATIONS,
  OperationError,
  openInstallation,
  peopleIn,
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
import { takeOperatorToken } from './input/operator-token.ts'
import { visibleJson, visibleText } from './output/visible-text.ts'
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

function readReason(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  if ([...given].length > REASON_MAX) throw new OperationError('reason_too_long', { max: REASON_MAX })
  return given
}

function readCase(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const number = parseCaseNumber(given)
  if (number === undefined)
    throw new UsageError(
      `The case number has at most ${CASE_MAX} letters, digits, ".", "_", "/", "#" and "-".`,
    )
  return number
}

/** They have a budget of their own. */
const SEARCHES: ReadonlySet<string> = new Set(['find', 'user find'])
const NAMING_OPTIONS = ['uid', 'account', 'email', 'to', 'audience']

/** Arguments and options that may name an account by its address. */
const namesIn = (args: readonly unknown[]): unknown[] =>
  args.flatMap(arg =>
    typeof arg === 'string'
      ? [arg]
      : NAMING_OPTIONS.map(option => (arg as Readonly<Record<string, unknown>>)?.[option]),
  )

const isProduction = (env: Environment): boolean => env.NODE_ENV?.trim() === 'production'

/** Exit code: 0 success, 1 the command failed, 2 the command line is wrong, 3 it waits for a second operator. */
export async function runCli(words: readonly string[], host: CliHost): Promise<number> {
  const { identity, root, terminal, out } = host
  const err = (line: string): void => host.err(visibleText(line))
  const env = { ...host.env }
  let exitCode = 0
  let reason: string | undefined
  let caseNumber: string | undefined

  const action: CreateAction =
    work =>
    async (...args) => {
      const { as, json, yes } = program.opts()
      const stated = readStatedOperator(as, env)
      const token = takeOperatorToken(env)
      const operation = running.split(' ').slice(1).join(' ')
      let installation: Installation | undefined
      const open: CommandContext['open'] = async ({ create = false } = {}) => {
        installation ??= await openInstallation(env, root, { warn: err, create })
        return installation
      }
      const asLogin = identity.source.startsWith('login:') ? { login: identity.source } : {}
      type Who = OperatorIdentity & {
        readonly operatorId?: string
        readonly roles?: readonly string[]
      }
      const production = isProduction(env)
      const isNamed = OPERATIONS[operation]?.proof === 'name'
      const about: string[] = []
      const onAudit = (uid: string | null): void => {
        if (uid !== null) about.push(uid)
      }
      const runAs = ({ name, source, ...of }: Who): Promise<CommandOutput> =>
        withOperatorEvidence(
          { source, stated, reason, caseNumber, production, onAudit, ...asLogin, ...of },
          async () => {
            await authorizeOperation(open, { operation, name, source, roles: of.roles, production })
            const context: CommandContext = {
              ...{ operator: name, reason, env, root, open },
              note: host.err,
              confirm: question => confirm(visibleText(question), yes === true, terminal),
              ask: async (question, otherwise) => {
                if (!terminal.input.isTTY) throw new UsageError(otherwise)
                await confirm(visibleText(await question()), false, terminal)
              },
            }
            const names = isNamed && !SEARCHES.has(operation) ? namesIn(args).filter(isAddress) : []
            if (names.length > 0) await countLookUps((await open()).db, { names, operator: name })
            const output = await work(context, ...args)
            if (countsPeople(operation)) {
              const people = [...about, ...peopleIn(output.json)]
              if (people.length > 0)
                await countPeople((await open()).db, { operation, operator: name, people })
            }
            return output
          },
        )
      try {
        const who =
          token !== undefined && isNamed ? await identifyOperator((await open()).db, token) : identity
        const output = await runAs(who)
        out(json ? visibleJson(output.json) : visibleText(output.text))
        if (output.success === false) exitCode = 1
      } catch (error) {
        if (!(error instanceof ApprovalPendingError)) throw error
        exitCode = 3
        if (json) out(visibleJson({ approval: error.approval }))
        err(`kerf: ${error.message}`)
      } finally {
        await installation?.close()
      }
    }

  const program = createProgram(action, { out, err: host.err })
  let running = program.name()
  program.hook('preAction', (_, command) => {
    running = commandPath(command).join(' ')
    const given = command.opts() as { readonly reason?: unknown; readonly case?: unknown }
    reason = readReason(given.reason)
    caseNumber = readCase(given.case)
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
