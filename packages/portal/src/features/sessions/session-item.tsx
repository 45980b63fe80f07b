import * as m from '@kerf/locales/messages'
import { formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { deviceIcon, PLATFORMS, shortSessionId } from '../../ui/icon/platforms.tsx'
import { Item, ItemDetails } from '../../ui/item-list/item-list.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import type { Session } from './session-log-query.ts'
import styles from './sessions-card.module.css'

interface Props {
  session: Session
  /** what its controls call it: no other device has this name */
  controlName: string
  onRemove: (() => void) | undefined
}

/** One device: what it is, where, when it was active, and since when it is logged in. */
export function SessionItem({ session, controlName, onRemove }: Props) {
  const { name } = PLATFORMS[session.platform]
  const Icon = deviceIcon(session.platform, session.application)
  const device = sessionName(session)
  const isActive = session.current || isRecent(session)
  return (
    <Item
      mark={<Icon />}
      title={device}
      badge={session.current && m.security_sessions_this()}
      isCurrent={session.current}
      facts={
        <>
          {session.location && <span>{session.location}</span>}
          <span className={isActive ? styles.now : undefined}>
            {isActive ? (
              m.security_sessions_now()
            ) : (
              <>
                {m.security_sessions_active()} <RelativeTime at={session.lastLogin} />
              </>
            )}
          </span>
          <span>{m.security_sessions_since({ time: formatDateTime(session.firstLogin) })}</span>
          {device !== name() && !session.platform.startsWith('web-') && <span>{name()}</span>}
          {session.machineUntil !== null && (
            <span>{m.security_sessions_until({ time: formatDateTime(session.machineUntil) })}</span>
          )}
        </>
      }
      details={{
        name: m.security_sessions_details(),
        label: m.security_sessions_details_what({
          device: controlName,
          time: formatDateTime(session.lastLogin),
        }),
        content: (
          <ItemDetails
            facts={[
              [m.security_fact_last(), <Moment key="last" at={session.lastLogin} />],
              [m.security_fact_first(), <Moment key="first" at={session.firstLogin} />],
              ...(session.ip ? [[m.security_fact_ip(), session.ip] as const] : []),
              [m.security_fact_session(), <code key="session">{shortSessionId(session.session)}</code>],
            ]}
          />
        ),
      }}
      actions={
        !session.current &&
        onRemove && (
          <Button
            variant="removal"
            size="small"
            aria-label={m.security_sessions_remove_what({
              device: controlName,
              time: formatDateTime(session.lastLogin),
            })}
            onClick={onRemove}
          >
            {m.security_sessions_remove()}
          </Button>
        )
      }
    />
  )
}

export const sessionName = ({ application, platform }: Session): string =>
  application || PLATFORMS[platform].name()

/** The server notes the activity of a session once a minute. */
const isRecent = ({ lastLogin }: Session): boolean => Date.now() / 1000 - lastLogin < 60

const Moment = ({ at }: { at: number }) => <time dateTime={isoDateTime(at)}>{formatDateTime(at)}</time>
