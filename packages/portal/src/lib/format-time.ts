/** Moments as the specification writes them, in the viewer's zone. Unix seconds in. */

const PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

function partsOf(seconds: number, timeZone: string | undefined): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-GB', { ...PARTS, timeZone })
  return Object.fromEntries(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]))
}

/** `2026-11-21` */
export function formatDate(seconds: number, timeZone?: string): string {
  const { year, month, day } = partsOf(seconds, timeZone)
  return `${year}-${month}-${day}`
}

/** `2026-11-21 16:05` */
export function formatDateTime(seconds: number, timeZone?: string): string {
  const { hour, minute } = partsOf(seconds, timeZone)
  return `${formatDate(seconds, timeZone)} ${hour}:${minute}`
}

/** The viewer's zone by its name in a language, e.g. `中国标准时间`. */
export function timeZoneName(language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'long' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** As a `<time>` element wants it. */
export const isoDateTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
