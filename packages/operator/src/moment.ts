import { text, UsageError, type Values } from './command.ts'

/** A time given as an option: a day (its beginning in UTC) or a full ISO time. */
export function moment(values: Values, name: string): Date | undefined {
  const given = text(values, name)
  if (given === undefined) return undefined
  const at = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(given)
    ? new Date(given)
    : undefined
  if (at === undefined || Number.isNaN(at.getTime()))
    throw new UsageError(`--${name} takes YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ`)
  return at
}
