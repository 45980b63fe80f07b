import * as m from '@kerf/locales/messages'
import type { AboutLink } from '../features/about/about-links.ts'
import { LinkRows } from '../features/about/link-rows.tsx'
import { MENU_ICONS } from '../features/account-menu/menu-icons.tsx'
import { Announcements } from '../features/messages/announcements.tsx'
import { announcementsQuery } from '../features/messages/data/announcements-query.ts'
import { getLanguage, useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import { account, accountBase } from '../lib/session/account.ts'
import { useStore } from '../lib/store.ts'
import { getCurrentToken } from '../lib/token/token.ts'
import { portalHref } from '../lib/url/links.ts'
import { BackLink } from '../ui/app-link/back-link.tsx'
import { Card } from '../ui/card/card.tsx'
import { BarePage } from './frames/bare-page.tsx'

/** The parts of an account that announcements are about. `base`: how the addresses of the account begin. */
function accountLinks(base: ReturnType<typeof accountBase>): readonly AboutLink[] {
  const machines = {
    href: portalHref(`${base}/machines`),
    name: m.menu_machines(),
    Icon: MENU_ICONS.machines,
  }
  const security = {
    href: portalHref(`${base}/security`),
    name: m.menu_security(),
    Icon: MENU_ICONS.security,
  }
  return getPageContext().data.brand.training === false ? [security] : [security, machines]
}

export function AnnouncementPage() {
  const language = useLanguage()
  const info = useStore(account)?.info
  const isLoggedIn = getCurrentToken() !== undefined
  return (
    <BarePage
      back={isLoggedIn && <BackLink to="message">{m.messages_title()}</BackLink>}
      title={m.announcements_title()}
      lead={m.announcements_lead()}
      hasLogin
    >
      <QueryProvider>
        <Announcements
          language={language}
          // Each kind of account has pages of its own, and this page does not load the account.
          end={
            (info || !isLoggedIn) && (
              <Card
                title={m.announcements_account()}
                description={!isLoggedIn && m.announcements_account_login()}
              >
                <LinkRows links={accountLinks(accountBase(info))} />
              </Card>
            )
          }
        />
      </QueryProvider>
    </BarePage>
  )
}

export const loader = () => void queryClient.prefetchInfiniteQuery(announcementsQuery(getLanguage()))
