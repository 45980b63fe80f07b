import * as m from '@kerf/locales/messages'
import { HostCalls, MachineCalls } from '../features/selftest/call-list.tsx'
import { PageInfo } from '../features/selftest/page-info.tsx'
import { getHostKind } from '../lib/bridge/host.ts'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { Card } from '../ui/card/card.tsx'
import { Disclosure } from '../ui/disclosure/disclosure.tsx'
import { BarePage } from './frames/bare-page.tsx'

/** Tests the functions of the host. The page shows a code for support. */
export function SelftestPage() {
  useLanguage()
  const isInApp = getHostKind() !== 'none'
  const { system } = getPageContext()
  return (
    <BarePage title={m.selftest_title()} lead={m.selftest_lead()}>
      <PageInfo />
      <Card
        title={m.selftest_calls()}
        description={isInApp ? m.selftest_calls_text() : m.selftest_calls_no_app()}
      >
        {isInApp ? (
          <HostCalls />
        ) : (
          <Disclosure summary={m.selftest_calls_show()} openSummary={m.selftest_calls_hide()}>
            <HostCalls />
          </Disclosure>
        )}
      </Card>
      {/* A phone or a tablet has no machine on a cable. */}
      {(system === 'pc' || system === 'web-pc') && (
        <Card title={m.selftest_machine()} description={m.selftest_machine_text()}>
          <MachineCalls />
        </Card>
      )}
    </BarePage>
  )
}
