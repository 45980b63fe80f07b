/** A birthday is a calendar day, stored as Unix seconds at 00:00 UTC and never converted to another time zone. */
import { BIRTHDAY_EARLIEST } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'

const DAY = /^\d{4}-\d\d-\d\d$/

/** `YYYY-MM-DD`, or '' if there is no birthday. */
export const dayOf = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1_000).toISOString().slice(0, 10)

/** Unix seconds of a `YYYY-MM-DD`; null if it is not a calendar day. */
export function secondsOf(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  return DAY.test(day) && !Number.isNaN(at) && dayOf(at / 1_000) === day ? at / 1_000 : null
}

export const today = (now = Date.now()): string => dayOf(Math.floor(now / 1_000))

export function birthdayError(day: string, latest: string): (() => string) | undefined {
  if (day === '') return m.personal_birthday_required
  if (secondsOf(day) === null) return m.personal_birthday_invalid
  if (day > latest) return m.personal_birthday_future
  return day < BIRTHDAY_EARLIEST ? m.personal_birthday_early : undefined
}
