import * as m from '@kerf/locales/messages'
import { formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'
import { PLATFORMS, shortSessionId } from '../../ui/icon/platforms.tsx'
import styles from './history-card.module.css'
import { type SignIn, signInKey } from './session-log-query.ts'

/** The login history as a table, for wide screens. */
export function HistoryTable({ signIns }: { signIns: readonly SignIn[] }) {
  return (
    <table className={styles.table} aria-label={m.security_history_title()}>
      <thead>
        <tr>
          <th scope="col">{m.security_fact_time()}</th>
          <th scope="col">
            {m.security_fact_application()}
            <span className={styles.under}>{m.security_fact_platform()}</span>
          </th>
          <th scope="col">{m.security_fact_place()}</th>
          <th scope="col">{m.security_sessions_details()}</th>
        </tr>
      </thead>
      <tbody>
        {signIns.map(signIn => (
          <tr key={signInKey(signIn)}>
            <td>
              <time dateTime={isoDateTime(signIn.at)}>{formatDateTime(signIn.at)}</time>
            </td>
            <td>
              {signIn.application || PLATFORMS[signIn.platform].name()}
              {signIn.application && (
                <span className={styles.under}>{PLATFORMS[signIn.platform].name()}</span>
              )}
            </td>
            <td>{signIn.location}</td>
            <td>
              <Details signIn={signIn} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What only an expert needs. */
const Details = ({ signIn: { at, ip, session } }: { signIn: SignIn }) => (
  <details className={styles.details}>
    <summary aria-label={m.security_history_details({ time: formatDateTime(at) })}>
      {m.security_sessions_details()}
    </summary>
    {ip && (
      <div>
        {m.security_fact_ip()} <span className={styles.handle}>{ip}</span>
      </div>
    )}
    <div>
      {m.security_fact_session()} <span className={styles.handle}>{shortSessionId(session)}</span>
    </div>
  </details>
)

/** The login history as a list, for narrow screens. */
export function HistoryList({ signIns }: { signIns: readonly SignIn[] }) {
  return (
    <ul className={styles.list}>
      {signIns.map(signIn => {
        const platform = PLATFORMS[signIn.platform].name()
        return (
          <li key={signInKey(signIn)} className={styles.item}>
            <div>
              <strong>{signIn.application || platform}</strong>
              <time dateTime={isoDateTime(signIn.at)}>{formatDateTime(signIn.at)}</time>
            </div>
            <span className={styles.under}>
              {[signIn.application && platform, signIn.location].filter(Boolean).join(' · ')}
            </span>
            <Details signIn={signIn} />
          </li>
        )
      })}
    </ul>
  )
}
