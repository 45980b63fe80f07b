import type { MenuKey } from '../../features/account-menu/menu-items.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { Outlet, useLocation } from '../../lib/router/router-view.tsx'
import { account, accountBase } from '../../lib/session/account.ts'
import { useStore } from '../../lib/store.ts'
import { PageError } from '../../ui/page-error/page-error.tsx'
import { ProfileFrame } from './profile-frame.tsx'

/** Parent of all pages that require a session. Its chunk contains the query client. */
export function SignedInLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  )
}

const MENU_KEYS: readonly MenuKey[] = ['security', 'exchange', 'training']

/** A signed-in page that did not load, in its frame: header and menu stay usable. */
export function ErrorPage() {
  useLanguage()
  const { pathname } = useLocation()
  const info = useStore(account)?.info
  const current =
    MENU_KEYS.find(key => pathname.endsWith(`/${key}`)) ??
    (pathname.endsWith('/message') ? undefined : 'settings')
  return (
    <ProfileFrame base={accountBase(info)} current={current} title="">
      <PageError />
    </ProfileFrame>
  )
}
