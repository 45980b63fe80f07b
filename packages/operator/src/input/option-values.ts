/** Parsers of option values. Each throws InvalidArgumentError, which commander reports with the option's name. */
import { InvalidArgumentError } from '@commander-js/extra-typings'

/** Text without surrounding space; a blank value counts as not given. */
export const optionalText = (value: string): string | undefined => value.trim() || undefined

export function requiredText(value: string): string {
  const text = value.trim()
  if (text === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** Collects the values of an option that may be given several times. */
export const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
]

export function wholeNumber(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value)
    if (!/^\s*\d+\s*$/.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return number
  }
}

/** A day (its start in UTC) or a full ISO time. A blank value counts as not given. */
export function date(value: string): Date | undefined {
  const given = value.trim()
  if (given === '') return undefined
  const at = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(given)
    ? new Date(given)
    : undefined
  if (at === undefined || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ.')
  return at
}
