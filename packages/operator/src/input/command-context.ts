import type { Command } from '@commander-js/extra-typings'
import type { Installation } from '@kerf/server/operations/index'

export type Environment = Readonly<Record<string, string | undefined>>

/** What the action of a command works with. */
export interface CommandContext {
  /** Name for the audit record: the user whom the kernel knows, not the typed name. See operator-identity.ts. */
  readonly operator: string
  /** Why the operator acts: stands in each audit row of the command. */
  readonly reason: string | undefined
  readonly env: Environment
  /** Folder of the checkout or the installed tree. */
  readonly root: string
  /** Opens the installation once; it is closed when the action ends. `create`: creates the embedded database if there is none. */
  open(options?: { readonly create?: boolean }): Promise<Installation>
  /** Writes a line about the progress to standard error. */
  readonly note: (message: string) => void
  /** Asks for confirmation. Throws unless the answer is yes or `--yes` was given. */
  confirm(question: string): Promise<void>
  /** Asks a person on a terminal, also with `--yes`. Throws unless the answer is yes. `otherwise`: the error without a terminal. */
  ask(question: () => Promise<string>, otherwise: string): Promise<void>
}

export interface CommandOutput {
  /** The single value that `--json` prints. */
  readonly json: unknown
  /** The same content as readable text. */
  readonly text: string
  /** `false` ends with exit code 1 although there is output, as a failed check does. */
  readonly success?: boolean
}

/** Wraps the work of a command as a commander action: opens the context, prints the output. */
export type CreateAction = <Args extends unknown[]>(
  work: (context: CommandContext, ...args: Args) => Promise<CommandOutput>,
) => (...args: Args) => Promise<void>

/** What each file of `commands/` gets to add its commands. */
export interface CommandRegistry {
  readonly program: Command
  readonly action: CreateAction
}

/** The command line is wrong. Ends with exit code 2 and a pointer to the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
