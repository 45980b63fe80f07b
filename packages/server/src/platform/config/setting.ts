/** A row of the table of settings. */
import type { Parser } from './parsers.ts'

export interface SettingDetails {
  /** describes the default that is not a text of this setting */
  readonly byDefault?: string
  /** secret: the whole value, or the password in an address. Either may be read from the file that NAME_FILE names. */
  readonly secret?: 'whole' | 'password'
  /** why production does not start without it */
  readonly requiredInProduction?: string
  /** why production refuses any other value than the default */
  readonly developmentOnly?: string
  /** the container's image sets it, so compose.yaml does not pass it */
  readonly setByImage?: true
}

export interface Setting<T = unknown> extends SettingDetails {
  readonly name: string
  readonly parse: Parser<T>
  /** parsed where the variable is not set */
  readonly fallback: string | undefined
  /** one line of Markdown */
  readonly meaning: string
}

/** A setting whose value is never undefined. */
export interface SettingWithDefault<T> extends Setting<T> {
  readonly fallback: string
}

export type SettingTable = Readonly<Record<string, Setting>>
export type SettingValues<Table extends SettingTable> = {
  readonly [Key in keyof Table]: Table[Key] extends SettingWithDefault<infer T>
    ? T
    : Table[Key] extends Setting<infer T>
      ? T | undefined
      : never
}

export function setting<T>(
  name: string,
  parse: Parser<T>,
  fallback: string,
  meaning: string,
  details?: SettingDetails,
): SettingWithDefault<T>
export function setting<T>(
  name: string,
  parse: Parser<T>,
  fallback: undefined,
  meaning: string,
  details?: SettingDetails,
): Setting<T>
export function setting<T>(
  name: string,
  parse: Parser<T>,
  fallback: string | undefined,
  meaning: string,
  details: SettingDetails = {},
): Setting<T> {
  return { name, parse, fallback, meaning, ...details }
}
