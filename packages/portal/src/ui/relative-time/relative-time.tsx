import { formatDateTime, isoDateTime } from '../../lib/format-time.ts'
import { useLanguage } from '../../lib/language.ts'
import { relativeTime } from '../../lib/relative-time.ts'

/** How long ago, or until when. The exact time is in the tooltip. */
export function RelativeTime({ at }: { at: number }) {
  return (
    <time dateTime={isoDateTime(at)} title={formatDateTime(at)}>
      {relativeTime(at, useLanguage())}
    </time>
  )
}
