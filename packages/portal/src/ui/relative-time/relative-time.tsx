import { useLanguage } from '../../lib/page/language.ts'
import { formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'
import { relativeTime } from '../../lib/text/relative-time.ts'

/** How long ago, or until when. The exact time is in the tooltip. */
export function RelativeTime({ at }: { at: number }) {
  return (
    <time dateTime={isoDateTime(at)} title={formatDateTime(at)}>
      {relativeTime(at, useLanguage())}
    </time>
  )
}
