/** Distance of a time from now, in words of the page's language. */

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 minutes ago`, `yesterday`, `in 2 weeks`; under a minute: `now`. `at` and `now` are Unix seconds. */
export function relativeTime(at: number, language: string, now = Date.now() / 1000): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const seconds = at - now
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return format.format(0, 'second')
  return format.format(Math.trunc(seconds / unit[1]), unit[0])
}
