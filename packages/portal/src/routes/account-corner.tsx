import { useRouter } from '@tanstack/react-router'
import { AccountMenu } from '../features/account-menu/account-menu.tsx'
import type { AccountBase } from '../features/account-menu/menu-items.ts'
import { useUnreadCount } from '../features/messages/use-unread-count.ts'
import { useSignOut } from '../features/session/use-sign-out.ts'
import { useAccount } from '../lib/account-data.ts'
import { whenExpired } from '../lib/expired-token.ts'
import { useLanguage } from '../lib/language.ts'
import { switchLanguage } from '../lib/language-link.tsx'
import { hrefTo } from '../lib/links.ts'
import { page } from '../lib/page.ts'
import { currentToken } from '../lib/token.ts'
import { Skeleton } from '../ui/skeleton/skeleton.tsx'

interface Props {
  base: AccountBase
  /** asks about what is not saved */
  mayLeave?(): Promise<boolean>
}

/** Who is signed in and how many messages wait, opposite the logo. */
export function AccountCorner({ base, mayLeave }: Props) {
  const language = useLanguage()
  const { history } = useRouter()
  const info = useAccount()
  const appCode = page().data.app.code
  const token = info && currentToken()
  const unread = useUnreadCount({ baseUrl: '', token, lang: language, appCode }, whenExpired(token))
  const { signingOut, signOut } = useSignOut(() => {
    // What is not saved has been asked about already.
    history.push(hrefTo(base === 'profile' ? 'login' : 'login-business'), undefined, { ignoreBlocker: true })
  })
  if (!info) return <Skeleton shape="circle" />
  return (
    <AccountMenu
      picture={info.headpic}
      name={info.userName || info.nickname || info.email}
      detail={info.enterpriseUser?.uid ?? info.email}
      messages={{
        href: hrefTo('message'),
        unread: unread ?? 0,
        onOpen: () => history.push(hrefTo('message')),
      }}
      language={language}
      onLanguage={next => switchLanguage(history, next)}
      signingOut={signingOut}
      onSignOut={async () => {
        if (!mayLeave || (await mayLeave())) await signOut()
      }}
    />
  )
}
