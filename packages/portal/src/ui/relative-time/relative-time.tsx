import { useLanguage } from '../../lib/page/language.ts'
import { formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'

/** Distance of a time from now, in words of the page's language. */

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Chinese has a space between numbers and words, which browsers leave out: `3 分钟前`. */
const spaced = (text: string): string => text.replace(/(\d)(?=[\u4e00-\u9fff])/g, '$1 ')

/** `3 minutes ago`, `yesterday`, `in 2 weeks`; under a minute: `now`. `at` and `now` are Unix seconds. */
export function relativeTime(at: number, language: string, now = Date.now() / 1000): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const seconds = at - now
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return format.format(0, 'second')
  return spaced(format.format(Math.trunc(seconds / unit[1]), unit[0]))
}

/** How long ago, or until when. The exact time is in the tooltip. */
export function RelativeTime({ at }: { at: number }) {
  return (
    <time dateTime={isoDateTime(at)} title={formatDateTime(at)}>
      {relativeTime(at, useLanguage())}
    </time>
  )
}
