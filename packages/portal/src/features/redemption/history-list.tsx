import { formatRedemptionCode } from '@kerf/contract/redemption-code'
import * as m from '@kerf/locales/messages'
import styles from './history-card.module.css'
import { Day, Status } from './redemption-fields.tsx'
import type { Redemption } from './redemptions-query.ts'

/** The redemption history as a list, for narrow screens. */
export function HistoryList({ items }: { items: readonly Redemption[] }) {
  return (
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
  )
}
