import * as m from '@kerf/locales/messages'
import { useRouter } from '@tanstack/react-router'
import { MessageCenter } from '../features/messages/message-center.tsx'
import { isBusiness } from '../lib/account.ts'
import { useAccount } from '../lib/account-data.ts'
import { whenExpired } from '../lib/expired-token.ts'
import { useLanguage } from '../lib/language.ts'
import { hrefTo } from '../lib/links.ts'
import { page } from '../lib/page.ts'
import { isPlainClick } from '../lib/plain-click.ts'
import { useTitle } from '../lib/title.ts'
import { currentToken } from '../lib/token.ts'
import { ArrowLeftIcon } from '../ui/icon/icons.tsx'
import { AccountCorner } from './account-corner.tsx'
import styles from './message.module.css'
import { PageFrame } from './page-frame.tsx'

/** The message centre, for either kind of account. */
export function MessagePage() {
  const lang = useLanguage()
  const { history } = useRouter()
  const info = useAccount()
  const base = info && isBusiness(info) ? 'profile-business' : 'profile'
  const home = hrefTo(base === 'profile' ? 'profile' : 'profile-business/settings')
  const { app, brand } = page().data
  const token = currentToken()
  useTitle(m.messages_title())
  return (
    <PageFrame aside={<AccountCorner base={base} />} wide>
      <main className={styles.main}>
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
        <h1>{m.messages_title()}</h1>
        {info && token !== undefined && (
          <MessageCenter
            key={`${info.uid} ${lang}`}
            options={{ token, appCode: app.code, lang }}
            baseUrl=""
            appName={(app.name ?? brand.name)[lang]}
            wholePage
            onExpired={whenExpired(token)}
          />
        )}
      </main>
    </PageFrame>
  )
}
