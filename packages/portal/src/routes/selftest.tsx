import * as m from '@kerf/locales/messages'
import { CallList } from '../features/selftest/call-list.tsx'
import { PageInfo } from '../features/selftest/page-info.tsx'
import { getHostKind } from '../lib/bridge/host.ts'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { BarePage } from './frames/bare-page.tsx'

/** Tests the functions of the host. The page shows a code for support. */
export function SelftestPage() {
  useLanguage()
  const { system } = getPageContext()
  return (
    <BarePage title={m.selftest_title()} lead={m.selftest_lead()}>
      <PageInfo />
      {/* A phone or a tablet has no machine on a cable. */}
      <CallList isInApp={getHostKind() !== 'none'} hasCable={system === 'pc' || system === 'web-pc'} />
    </BarePage>
  )
}
