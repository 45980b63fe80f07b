import * as m from '@kerf/locales/messages'
import { CallList } from '../features/selftest/call-list.tsx'
import { PageInfo } from '../features/selftest/page-info.tsx'
import { getHostKind } from '../lib/bridge/host.ts'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { accountBase } from '../lib/session/account.ts'
import { useAccount } from '../lib/session/current-account.ts'
import { getCurrentToken } from '../lib/token/token.ts'
import { BackLink } from '../ui/app-link/back-link.tsx'
import { BarePage } from './frames/bare-page.tsx'

/** What the page and its host can do: a verdict, tests of the host, and a code for support. */
export function SelftestPage() {
  useLanguage()
  const info = useAccount()
  const { system } = getPageContext()
  return (
    <BarePage
      back={
        getCurrentToken() !== undefined && (
          <BackLink to={`${accountBase(info)}/security`}>{m.menu_security()}</BackLink>
        )
      }
      title={m.selftest_title()}
      lead={m.selftest_lead()}
    >
      <PageInfo>
        {/* A phone or a tablet has no machine on a cable. */}
        <CallList isInApp={getHostKind() !== 'none'} hasCable={system === 'pc' || system === 'web-pc'} />
      </PageInfo>
    </BarePage>
  )
}
