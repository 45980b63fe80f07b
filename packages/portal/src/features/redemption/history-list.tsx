import { formatRedemptionCode } from '@kerf/contract/redemption-code'
import * as m from '@kerf/locales/messages'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { ClockIcon } from '../../ui/icon/fact-icons.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import styles from './history-card.module.css'
import type { Redemption } from './redemptions-query.ts'

/** The redeemed codes: tickets on a phone, rows with columns where there is room. */
export function HistoryList({ items }: { items: readonly Redemption[] }) {
  return (
    <div className={styles.table}>
      {/* The rows have these words too, unseen where they stand above. */}
      <div className={styles.columns} aria-hidden="true">
        <span>{m.exchange_benefit()}</span>
        <span>{m.exchange_effect_time()}</span>
        <span>{m.exchange_expire_time()}</span>
        <span>{m.exchange_code()}</span>
        <span>{m.exchange_status()}</span>
      </div>
      <ul className={styles.list}>
        {items.map(({ benefit, effectTime, expireTime, status, code }) => (
          <li key={code || effectTime} className={styles.item}>
            <div className={styles.head}>
              <h3>{benefit}</h3>
              <Status status={status} />
            </div>
            <dl className={styles.details}>
              <div>
                <dt>{m.exchange_effect_time()}</dt>
                <dd>
                  <Day at={effectTime} />
                </dd>
              </div>
              <div>
                <dt>{m.exchange_expire_time()}</dt>
                <dd>
                  <Day at={expireTime} />
                </dd>
              </div>
              <div className={styles.wide}>
                <dt>{m.exchange_code()}</dt>
                <dd className={styles.code}>{formatRedemptionCode(code) || '–'}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Day = ({ at }: { at: number }) =>
  at === 0 ? m.exchange_no_end() : <time dateTime={isoDateTime(at)}>{formatDate(at)}</time>

const Status = ({ status }: Pick<Redemption, 'status'>) => (
  <span className={styles.status} data-status={status}>
    {status === 'succeeded' ? <CheckIcon /> : <ClockIcon />}
    {status === 'succeeded' ? m.exchange_succeeded() : m.exchange_expired()}
  </span>
)
