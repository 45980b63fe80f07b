/** Fields of a redemption, shared by the table and the list. */
import * as m from '@kerf/locales/messages'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { icon, path } from '../../ui/icon/icon.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import styles from './history-card.module.css'
import type { Redemption } from './redemptions-query.ts'

const ClockIcon = icon(path('M10 2.75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 1 0 0-14.5ZM10 6v4.2l2.8 1.8'))

export const Day = ({ at }: { at: number }) =>
  at === 0 ? m.exchange_no_end() : <time dateTime={isoDateTime(at)}>{formatDate(at)}</time>

export const Status = ({ status }: Pick<Redemption, 'status'>) => (
  <span className={styles.status} data-status={status}>
    {status === 'succeeded' ? <CheckIcon /> : <ClockIcon />}
    {status === 'succeeded' ? m.exchange_succeeded() : m.exchange_expired()}
  </span>
)
