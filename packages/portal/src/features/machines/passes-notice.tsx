import * as m from '@kerf/locales/messages'
import { formatZonedDateTime } from '../../lib/text/format-time.ts'
import { keepDates } from '../../lib/text/rich-text.tsx'
import { Notice } from '../../ui/notice/notice.tsx'

export interface RemovedPasses {
  /** of the removed person */
  readonly name: string
  /** unix seconds */
  readonly passUntil: number | null
  readonly allRenew: boolean
}

/** What a machine without a network still accepts after a removal. */
export function PassesNotice({ name, passUntil, allRenew }: RemovedPasses) {
  if (passUntil === null && !allRenew) return null
  return (
    <Notice tone="warning" role="status">
      {passUntil !== null && (
        <p>{keepDates(m.people_pass_until({ name, time: formatZonedDateTime(passUntil) }))}</p>
      )}
      {allRenew && <p>{m.people_all_renew()}</p>}
    </Notice>
  )
}
