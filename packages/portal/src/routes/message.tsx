import * as m from '@kerf/locales/messages'
import { getMessageClient } from '../features/messages/data/message-client.ts'
import { initialView, messagesQuery } from '../features/messages/data/messages-query.ts'
import { MessageCenter } from '../features/messages/message-center.tsx'
import { MessageCenterSkeleton } from '../features/messages/message-center-skeleton.tsx'
import { getLanguage, useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { accountBase } from '../lib/session/account.ts'
import { useAccount } from '../lib/session/current-account.ts'
import { createExpiryReporter } from '../lib/token/session-expiry.ts'
import { getCurrentToken } from '../lib/token/token.ts'
import { barePageHref } from '../lib/url/bare-page-href.ts'
import { ProfileFrame } from './frames/profile-frame.tsx'
import styles from './styles/message.module.css'

/** Message center, for both kinds of account, inside their navigation. */
export function MessagePage() {
  const lang = useLanguage()
  const info = useAccount()
  const { app, brand } = getPageContext().data
  const token = getCurrentToken()
  return (
    <ProfileFrame
      base={accountBase(info)}
      current={undefined}
      title={m.messages_title()}
      beside={
        <a href={barePageHref('announcement')} className={styles.announcements}>
          {m.announcements_title()}
        </a>
      }
    >
      {info && token !== undefined ? (
        <MessageCenter
          key={`${info.uid} ${lang}`}
          options={{ token, appCode: app.code, lang }}
          baseUrl=""
          appName={(app.name ?? brand.name)[lang]}
          wholePage
          onExpired={createExpiryReporter(token)}
        />
      ) : (
        <MessageCenterSkeleton />
      )}
    </ProfileFrame>
  )
}

export function loader() {
  const token = getCurrentToken()
  const appCode = getPageContext().data.app.code
  if (token === undefined) return
  const client = getMessageClient({ baseUrl: '', token, lang: getLanguage(), appCode })
  void queryClient.prefetchQuery(messagesQuery(client, initialView()))
}
