import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { distinctNames } from '../../lib/text/distinct-names.ts'
import { formatDateTime, isoDateTime } from '../../lib/text/format-time.ts'
import { Card } from '../../ui/card/card.tsx'
import { Disclosure } from '../../ui/disclosure/disclosure.tsx'
import { ClockIcon } from '../../ui/icon/fact-icons.tsx'
import { deviceIcon, PLATFORMS, shortSessionId } from '../../ui/icon/platforms.tsx'
import { Item, ItemDetails, ItemList, ItemSkeletons } from '../../ui/item-list/item-list.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { type SignIn, sessionLogQuery, signInKey } from './session-log-query.ts'
import styles from './sessions-card.module.css'

interface Props {
  /** on a page of its own: open, and with the logins of the present sessions, which a card beside it lists otherwise */
  isAlone?: boolean
}

export function HistoryCard({ isAlone = false }: Props) {
  const query = useInfiniteQuery(sessionLogQuery())
  const added = query.data?.addedSignIns ?? 0
  const list = (
    <>
      <LoadRegion
        query={query}
        skeleton={<ItemSkeletons count={3} />}
        loadingText={m.security_history_loading()}
        statusText={added > 0 ? m.security_history_added({ count: added }) : ''}
        hasMore={query.hasNextPage}
      >
        {({ sessions, signIns }) => {
          const present = new Set(isAlone ? [] : sessions.map(({ session }) => session))
          const shown = signIns.filter(({ session }) => !present.has(session))
          if (shown.length === 0 && query.hasNextPage) return null
          const controlNames = distinctNames(shown.map(({ at }) => formatDateTime(at)))
          return shown.length > 0 ? (
            <ItemList>
              {shown.map((signIn, index) => (
                <HistoryItem key={signInKey(signIn)} {...signIn} controlName={controlNames[index] ?? ''} />
              ))}
            </ItemList>
          ) : (
            <p className={styles.only}>
              {isAlone ? m.security_history_all_none() : m.security_history_none()}
            </p>
          )
        }}
      </LoadRegion>
      <LoadMore query={query}>{m.security_history_more()}</LoadMore>
    </>
  )
  return (
    <Card
      title={m.security_history_title()}
      mark={<ClockIcon />}
      description={isAlone ? m.security_history_all_text() : m.security_history_text()}
    >
      {isAlone ? list : <Disclosure summary={m.security_history_show()}>{list}</Disclosure>}
    </Card>
  )
}

interface HistoryItemProps extends SignIn {
  /** what its control calls it: no other login has this name */
  controlName: string
}

function HistoryItem({ at, application, platform, location, ip, session, controlName }: HistoryItemProps) {
  const { name } = PLATFORMS[platform]
  const Icon = deviceIcon(platform, application)
  return (
    <Item
      mark={<Icon />}
      title={application || name()}
      facts={
        <>
          {location && <span>{location}</span>}
          <time dateTime={isoDateTime(at)}>{formatDateTime(at)}</time>
          {application && !platform.startsWith('web-') && <span>{name()}</span>}
        </>
      }
      details={{
        name: m.security_sessions_details(),
        label: m.security_history_details({ time: controlName }),
        content: (
          <ItemDetails
            facts={[
              ...(ip ? [[m.security_fact_ip(), ip] as const] : []),
              [m.security_fact_session(), <code key="session">{shortSessionId(session)}</code>],
            ]}
          />
        ),
      }}
    />
  )
}
