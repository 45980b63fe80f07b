import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLanguage } from '../../lib/page/language.ts'
import { formatDateTime, isoDateTime, timeZoneName } from '../../lib/text/format-time.ts'
import { Card } from '../../ui/card/card.tsx'
import { PLATFORMS, shortSessionId } from '../../ui/icon/platforms.tsx'
import { Item, ItemDetails, ItemList, ItemSkeletons } from '../../ui/item-list/item-list.tsx'
import { LoadMore } from '../../ui/load-more/load-more.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { type SignIn, sessionLogQuery, signInKey } from './session-log-query.ts'
import styles from './sessions-card.module.css'

export function HistoryCard() {
  const query = useInfiniteQuery(sessionLogQuery())
  const added = query.data?.addedSignIns ?? 0
  return (
    <Card
      title={m.security_history_title()}
      description={m.security_history_text({ zone: timeZoneName(useLanguage()) })}
    >
      <LoadRegion
        query={query}
        skeleton={<ItemSkeletons count={3} />}
        loadingText={m.security_history_loading()}
        statusText={added > 0 ? m.security_history_added({ count: added }) : ''}
        hasMore={query.hasNextPage}
      >
        {({ signIns }) =>
          signIns.length > 0 ? (
            <ItemList>
              {signIns.map(signIn => (
                <HistoryItem key={signInKey(signIn)} {...signIn} />
              ))}
            </ItemList>
          ) : (
            <p className={styles.only}>{m.security_history_none()}</p>
          )
        }
      </LoadRegion>
      <LoadMore query={query}>{m.security_history_more()}</LoadMore>
    </Card>
  )
}

function HistoryItem({ at, application, platform, location, ip, session }: SignIn) {
  const { name, Icon } = PLATFORMS[platform]
  return (
    <Item
      mark={<Icon />}
      title={application || name()}
      facts={
        <>
          <time dateTime={isoDateTime(at)}>{formatDateTime(at)}</time>
          {application && <span>{name()}</span>}
          {location && <span>{location}</span>}
        </>
      }
      details={{
        name: m.security_sessions_details(),
        label: m.security_history_details({ time: formatDateTime(at) }),
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
