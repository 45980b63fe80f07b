import * as m from '@kerf/locales/messages'
import { MessageCenter } from '../features/messages/message-center.tsx'
import { getMessageClient } from '../features/messages/message-client.ts'
import { initialView, messagesQuery } from '../features/messages/messages-query.ts'
import { isEnterprise } from '../lib/account.ts'
import { barePageHref } from '../lib/bare-page-href.ts'
import { useAccount } from '../lib/current-account.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { isPlainClick } from '../lib/is-plain-click.ts'
import { getLanguage, useLanguage } from '../lib/language.ts'
import { portalHref } from '../lib/links.ts'
import { getPageContext } from '../lib/page-context.ts'
import { queryClient } from '../lib/query-client.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { createExpiryReporter } from '../lib/session-expiry.ts'
import { getCurrentToken } from '../lib/token.ts'
import { ArrowLeftIcon } from '../ui/icon/icons.tsx'
import { HeaderAccountMenu } from './header-account-menu.tsx'
import styles from './message.module.css'
import { PageFrame } from './page-frame.tsx'

/** Message center, for both kinds of account. */
export function MessagePage() {
  const lang = useLanguage()
  const { history } = useRouter()
  const info = useAccount()
  const base = info && isEnterprise(info) ? 'profile-business' : 'profile'
  const home = portalHref(base === 'profile' ? 'profile' : 'profile-business/settings')
  const { app, brand } = getPageContext().data
  const token = getCurrentToken()
  useDocumentTitle(m.messages_title())
  return (
    <PageFrame aside={<HeaderAccountMenu base={base} />} wide>
      <main className={styles.main}>
        <nav aria-label={m.messages_links()} className={styles.links}>
          <a
            href={home}
            className={styles.home}
            onClick={event => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              history.push(home)
            }}
          >
            <ArrowLeftIcon />
            {m.messages_to_account()}
          </a>
          <a href={barePageHref('announcement')} className={styles.home}>
            {m.announcements_title()}
          </a>
        </nav>
        <h1>{m.messages_title()}</h1>
        {info && token !== undefined && (
          <MessageCenter
            key={`${info.uid} ${lang}`}
            options={{ token, appCode: app.code, lang }}
            baseUrl=""
            appName={(app.name ?? brand.name)[lang]}
            wholePage
            onExpired={createExpiryReporter(token)}
          />
        )}
      </main>
    </PageFrame>
  )
}

export function loader() {
  const token = getCurrentToken()
  const appCode = getPageContext().data.app.code
  if (token === undefined) return
  const client = getMessageClient({ baseUrl: '', token, lang: getLanguage(), appCode })
  void queryClient.prefetchQuery(messagesQuery(client, initialView()))
}
