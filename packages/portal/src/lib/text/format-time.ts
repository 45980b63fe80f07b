/** Formats times as the product specifies them, in the viewer's time zone. All arguments are Unix times in seconds. */

const FORMAT = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

function toParts(seconds: number, timeZone: string | undefined): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-GB', { ...FORMAT, timeZone })
  return Object.fromEntries(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]))
}

/** `2026-11-21` */
export function formatDate(seconds: number, timeZone?: string): string {
  const { year, month, day } = toParts(seconds, timeZone)
  return `${year}-${month}-${day}`
}

/** `16:05` */
export function formatClock(seconds: number, timeZone?: string): string {
  const { hour, minute } = toParts(seconds, timeZone)
  return `${hour}:${minute}`
}

/** `2026-11-21 16:05` */
export const formatDateTime = (seconds: number, timeZone?: string): string =>
  `${formatDate(seconds, timeZone)} ${formatClock(seconds, timeZone)}`

/** `2026-11-21 16:05 (UTC+1)`, where others act by this time, or the person compares it with an email. */
export const formatZonedDateTime = (seconds: number, timeZone?: string): string =>
  `${formatDateTime(seconds, timeZone)} (${formatOffset(seconds, timeZone)})`

/** `UTC`, `UTC-5`, `UTC+5:30`. Old browsers have no name of this form. */
function formatOffset(seconds: number, timeZone?: string): string {
  const { year, month, day, hour, minute } = toParts(seconds, timeZone)
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`) / 60_000
  const minutes = local - Math.floor(seconds / 60)
  if (minutes === 0) return 'UTC'
  const rest = Math.abs(minutes) % 60
  const hours = (Math.abs(minutes) - rest) / 60
  const text = rest === 0 ? hours : `${hours}:${String(rest).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '-' : '+'}${text}`
}

/** For the `dateTime` attribute of a `<time>` element. */
export const isoDateTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
