import * as m from '@kerf/locales/messages'
import { formatDateTime, isoDateTime } from '../../lib/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { PLATFORMS, shortSessionId } from './platforms.tsx'
import styles from './session-item.module.css'
import type { Session } from './session-log-query.ts'

interface Props {
  session: Session
  onRemove: (() => void) | undefined
}

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
          {[name(), session.location || m.security_unknown(), session.ip].filter(Boolean).join(' · ')}
        </p>
      </div>
      <dl className={styles.details}>
        <Moment name={m.security_fact_last()} at={session.lastLogin} />
        <Moment name={m.security_fact_first()} at={session.firstLogin} />
        <div>
          <dt>{m.security_fact_session()}</dt>
          <dd className={styles.handle}>{handle}</dd>
        </div>
        {!session.current && onRemove && (
          <div className={styles.operate}>
            <dt>{m.security_fact_operate()}</dt>
            <dd>
              <Button
                variant="quiet"
                size="small"
                aria-label={m.security_sessions_remove_what({ device, session: handle })}
                onClick={onRemove}
              >
                {m.security_sessions_remove()}
              </Button>
            </dd>
          </div>
        )}
      </dl>
    </li>
  )
}

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
