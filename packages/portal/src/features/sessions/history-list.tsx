import * as m from '@kerf/locales/messages'
import { formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'
import { PLATFORMS, shortSessionId } from '../../ui/icon/platforms.tsx'
import styles from './history-card.module.css'
import { type SignIn, signInKey } from './session-log-query.ts'

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
              {[platform, signIn.location, signIn.ip].filter(Boolean).join(' · ')}
            </span>
            <span className={styles.under}>
              {m.security_fact_session()}{' '}
              <span className={styles.handle}>{shortSessionId(signIn.session)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
