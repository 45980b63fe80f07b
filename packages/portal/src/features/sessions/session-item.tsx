import * as m from '@kerf/locales/messages'
import { formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { PLATFORMS, shortSessionId } from '../../ui/icon/platforms.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import styles from './session-item.module.css'
import type { Session } from './session-log-query.ts'

interface Props {
  session: Session
  onRemove: (() => void) | undefined
}

/** One device: what it is, where, and when it was active. What only an expert needs is collapsed. */
export function SessionItem({ session, onRemove }: Props) {
  const { name, Icon } = PLATFORMS[session.platform]
  const device = session.application || name()
  const handle = shortSessionId(session.session)
  return (
    <li className={styles.item} data-current={session.current || undefined}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <div className={styles.words}>
        <div className={styles.head}>
          <h3>{device}</h3>
          {session.current && <span className={styles.badge}>{m.security_sessions_this()}</span>}
        </div>
        <p className={styles.where}>
          {session.current || isRecent(session) ? (
            <span className={styles.now}>{m.security_sessions_now()}</span>
          ) : (
            <span>
              {m.security_sessions_active()} <RelativeTime at={session.lastLogin} />
            </span>
          )}
          {[device !== name() && name(), session.location].filter(Boolean).map(text => ` · ${text}`)}
        </p>
        {session.machineUntil !== null && (
          <p className={styles.where}>
            {m.security_sessions_until({ time: formatDateTime(session.machineUntil) })}
          </p>
        )}
        <details className={styles.more}>
          <summary>{m.security_sessions_details()}</summary>
          <dl className={styles.details}>
            <Moment name={m.security_fact_last()} at={session.lastLogin} />
            <Moment name={m.security_fact_first()} at={session.firstLogin} />
            {session.ip && (
              <div>
                <dt>{m.security_fact_ip()}</dt>
                <dd>{session.ip}</dd>
              </div>
            )}
            <div>
              <dt>{m.security_fact_session()}</dt>
              <dd className={styles.handle}>{handle}</dd>
            </div>
          </dl>
        </details>
      </div>
      {!session.current && onRemove && (
        <Button
          variant="quiet"
          size="small"
          className={styles.remove}
          aria-label={m.security_sessions_remove_what({ device, time: formatDateTime(session.lastLogin) })}
          onClick={onRemove}
        >
          {m.security_sessions_remove()}
        </Button>
      )}
    </li>
  )
}

/** The server notes the activity of a session once a minute. */
const isRecent = ({ lastLogin }: Session): boolean => Date.now() / 1000 - lastLogin < 60

function Moment({ name, at }: { name: string; at: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <time dateTime={isoDateTime(at)}>{formatDateTime(at)}</time>
      </dd>
    </div>
  )
}
