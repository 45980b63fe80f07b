/** What a command of `kerf` is. */
import type { Installation } from '@kerf/server/operations/index'

export interface OptionHelp {
  readonly type: 'string' | 'boolean'
  /** how its value is called in the help, e.g. `DATE` */
  readonly value?: string
  readonly help: string
  readonly required?: true
  /** may be given several times */
  readonly repeatable?: true
}

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface CommandContext {
  readonly values: Values
  readonly positionals: readonly string[]
  /** who acts: `--as`, else KERF_OPERATOR, else the user of this machine */
  readonly operator: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** folder of the checkout or installed tree */
  readonly root: string
  /** Opens the installation; closed when the command has ended. */
  open(): Promise<Installation>
  /** Asks before what cannot be undone. Throws unless the answer is yes or `--yes` was given. */
  confirm(question: string): Promise<void>
}

export interface Outcome {
  /** the one value of `--json` */
  readonly json: unknown
  /** the same for people */
  readonly text: string
  /** false ends with exit code 1 although there is an outcome to show */
  readonly success?: boolean
}

export interface Command {
  /** noun and verb */
  readonly path: readonly string[]
  readonly summary: string
  /** names of what stands behind the verb, e.g. `UID|EMAIL` */
  readonly operands?: readonly string[]
  readonly options: Readonly<Record<string, OptionHelp>>
  /** asks before it acts */
  readonly asks?: true
  run(context: CommandContext): Promise<Outcome>
}

/** The command line was wrong: exit code 2, with a pointer to the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The texts of a repeatable option, in the order given. */
export const texts = (values: Values, name: string): readonly string[] => {
  const value = values[name]
  return Array.isArray(value) ? value : []
}

/** The text of a given string option. */
export const text = (values: Values, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
