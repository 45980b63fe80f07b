import type { ReactNode } from 'react'
import { getLanguage } from '../../lib/page/language.ts'
import { formatZonedDateTime } from '../../lib/text/format-time.ts'
import { relativeTime } from '../../ui/relative-time/relative-time.tsx'

/** How long ago stands first: the reader compares it with what they just did. `at`: unix seconds */
export const formatEventTime = (at: number): ReactNode => (
  <>
    {relativeTime(at, getLanguage())}
    <br />
    {formatZonedDateTime(at)}
  </>
)
