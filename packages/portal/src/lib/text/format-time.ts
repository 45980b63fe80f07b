/** Formats times as the product specifies them, in the viewer's time zone. All arguments are Unix times in seconds. */

interface Options {
  /** IANA name; without it, the viewer's */
  timeZone?: string | undefined
}

/** `2026-11-21` */
export function formatDate(seconds: number, { timeZone }: Options = {}): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  }).formatToParts(seconds * 1000)
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}`
}

/** `2026-11-21 16:05` */
export const formatDateTime = (seconds: number, { timeZone }: Options = {}): string =>
  `${formatDate(seconds, { timeZone })} ${formatClock(seconds, timeZone)}`

/** `16:05` */
export const formatClock = (seconds: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    seconds * 1000,
  )

/** For the `dateTime` attribute of a `<time>` element. */
export const isoDateTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
