import type { SettingTable, SettingValues } from './setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>

interface ReadContext {
  readonly env: Environment
  readonly root: string
  /** before the name of each setting */
  readonly prefix?: string
  report(problem: string): void
}

/** Reads the settings of a table. Reports those that are invalid, missing in production, or refused there. */
export function readSettings<Table extends SettingTable>(
  table: Table,
  { env, root, prefix = '', report }: ReadContext,
): SettingValues<Table> {
  const production = env.NODE_ENV?.trim() === 'production'
  const values = Object.entries(table).map(([key, setting]) => {
    const { fallback, parse, requiredInProduction, developmentOnly } = setting
    const name = prefix + setting.name
    const context = { name, production, root, report }
    const raw = env[name]?.trim() || undefined
    const byDefault = fallback === undefined ? undefined : parse(fallback, context)
    const value = raw === undefined ? byDefault : (parse(raw, context) ?? byDefault)
    if (production && raw === undefined && requiredInProduction !== undefined)
      report(`${name} is required in production: ${requiredInProduction}`)
    if (production && developmentOnly !== undefined && String(value) !== String(byDefault))
      report(`${name} is allowed in development only; ${developmentOnly}`)
    return [key, value]
  })
  return Object.fromEntries(values)
}
