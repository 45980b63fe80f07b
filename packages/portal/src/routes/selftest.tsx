import * as m from '@kerf/locales/messages'
import { HostCalls, MachineCalls } from '../features/selftest/call-list.tsx'
import { PageInfo } from '../features/selftest/page-info.tsx'
import { getHostKind } from '../lib/bridge/host.ts'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { useLanguage } from '../lib/page/language.ts'
import { Card } from '../ui/card/card.tsx'
import { Main } from '../ui/main/main.tsx'
import { PageFrame } from './frames/page-frame.tsx'
import styles from './styles/selftest.module.css'

/** Tests the functions of the host. The page shows a code for support. */
export function SelftestPage() {
  useLanguage()
  useDocumentTitle(m.selftest_title())
  const isInApp = getHostKind() !== 'none'
  return (
    <PageFrame>
      <Main className={styles.main}>
        <h1>{m.selftest_title()}</h1>
        <p>{m.selftest_lead()}</p>
        <Card title={m.selftest_page()}>
          <PageInfo />
        </Card>
        <Card
          title={m.selftest_calls()}
          description={isInApp ? m.selftest_calls_text() : m.selftest_calls_no_app()}
        >
          {isInApp ? (
            <HostCalls />
          ) : (
            <details>
              <summary>{m.selftest_calls_show()}</summary>
              <HostCalls />
            </details>
          )}
        </Card>
        <Card title={m.selftest_machine()} description={m.selftest_machine_text()}>
          <MachineCalls />
        </Card>
      </Main>
    </PageFrame>
  )
}
