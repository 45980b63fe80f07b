import { formatRedemptionCode } from '@kerf/contract/redemption-code'
import * as m from '@kerf/locales/messages'
import styles from './history-card.module.css'
import { Day, Status } from './redemption-fields.tsx'
import type { Redemption } from './redemptions-query.ts'

/** The redemption history as a table, for wide screens. */
export function HistoryTable({ items }: { items: readonly Redemption[] }) {
  return (
    <table className={styles.table} aria-label={m.exchange_history_title()}>
      <thead>
        <tr>
          <th scope="col">{m.exchange_benefit()}</th>
          <th scope="col">{m.exchange_effect_time()}</th>
          <th scope="col">{m.exchange_expire_time()}</th>
          <th scope="col">{m.exchange_status()}</th>
          <th scope="col">{m.exchange_code()}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ benefit, effectTime, expireTime, status, code }) => (
          <tr key={code || effectTime}>
            <th scope="row">{benefit}</th>
            <td>
              <Day at={effectTime} />
            </td>
            <td>
              <Day at={expireTime} />
            </td>
            <td>
              <Status status={status} />
            </td>
            <td className={styles.code}>{formatRedemptionCode(code) || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
