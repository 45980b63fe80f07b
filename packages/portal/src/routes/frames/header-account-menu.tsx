import { isEmbedded } from '@kerf/contract/portal-url'
import { hasOtherAccounts } from '../../features/account-choice/account-choice.ts'
import { OtherAccounts } from '../../features/account-choice/other-accounts.tsx'
import { AccountMenu } from '../../features/account-menu/account-menu.tsx'
import type { AccountBase } from '../../features/account-menu/menu-items.ts'
import { MessagesLink } from '../../features/account-menu/messages-link.tsx'
import { useUnreadCount } from '../../features/messages/data/use-unread-count.ts'
import { useSignOut } from '../../features/sign-out/use-sign-out.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { useLocation, useRouter } from '../../lib/router/router-view.tsx'
import { accountLabel } from '../../lib/session/account.ts'
import { useAccount } from '../../lib/session/current-account.ts'
import { createExpiryReporter } from '../../lib/token/session-expiry.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { switchLanguage } from '../../lib/url/switch-language.ts'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './header-account-menu.module.css'

interface Props {
  base: AccountBase
  /** Asks about unsaved changes. Resolves to false if the person stays. */
  mayLeave?(): Promise<boolean>
}

/** In the header: link to the messages, with the number of unread ones, and the account menu. */
export function HeaderAccountMenu({ base, mayLeave }: Props) {
  const language = useLanguage()
  const { history } = useRouter()
  const info = useAccount()
  const appCode = getPageContext().data.app.code
  const token = info && getCurrentToken()
  const unread = useUnreadCount({ baseUrl: '', token, lang: language, appCode }, createExpiryReporter(token))
  const { signingOut, signOut } = useSignOut(() => {
    // The person has already confirmed to leave unsaved changes.
    history.push(portalHref(base === 'profile' ? 'login' : 'login-business'), undefined, {
      ignoreBlocker: true,
    })
  })
  const { pathname } = useLocation()
  const isInHost = isEmbedded(getPageContext().url)
  if (!info) return <Skeleton shape="circle" />
  return (
    <div className={styles.aside}>
      <MessagesLink
        href={portalHref('message')}
        unread={unread ?? 0}
        current={pathname.endsWith('/message')}
      />
      <AccountMenu
        picture={info.headpic}
        name={info.userName || info.nickname || info.email}
        detail={accountLabel(info)}
        language={language}
        onLanguage={next => switchLanguage(history, next)}
        others={
          !isInHost && (
            <OtherAccounts
              mayLeave={async () => !mayLeave || mayLeave()}
              onChosen={({ business }) =>
                location.assign(portalHref(business ? 'profile-business/settings' : 'profile'))
              }
              onSetAside={() => history.push(portalHref('login'), undefined, { ignoreBlocker: true })}
              onEndAll={signOut}
            />
          )
        }
        hasOthers={() => !isInHost && hasOtherAccounts()}
        signingOut={signingOut}
        onSignOut={async () => {
          if (!mayLeave || (await mayLeave())) await signOut()
        }}
      />
    </div>
  )
}
