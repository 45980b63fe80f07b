import { PASSPORT_VERSION } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { getHostKind } from '../../lib/bridge/host.ts'
import { documentCookies, writeCookie } from '../../lib/browser/cookie.ts'
import { canWriteStorage } from '../../lib/browser/guarded-apis.ts'
import { useOnline } from '../../lib/browser/online.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { Card } from '../../ui/card/card.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { CheckIcon, CloseIcon, PersonIcon } from '../../ui/icon/icons.tsx'
import { PLATFORMS } from '../../ui/icon/platforms.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { reportCode } from './report-code.ts'
import styles from './selftest.module.css'

const PROBE_NAME = 'kerfProbe'

/** Found out by using them, not by the browser's name (S-060). */
function canStoreCookies(): boolean {
  const attributes = 'Path=/selftest; SameSite=None; Secure'
  writeCookie(`${PROBE_NAME}=1; Max-Age=10; ${attributes}`)
  const isStored = documentCookies().includes(`${PROBE_NAME}=1`)
  writeCookie(`${PROBE_NAME}=; Max-Age=0; ${attributes}`)
  return isStored
}

const canUseStorage = (): boolean => canWriteStorage(PROBE_NAME)

const WAYS = {
  none: m.selftest_host_none,
  frame: m.selftest_host_frame,
  window: m.selftest_host_window,
  native: m.selftest_host_native,
}

/** The verdict and its checks first, at the end the code for support. `children`: between them. */
export function PageInfo({ children }: { children: ReactNode }) {
  const online = useOnline()
  const [can] = useState(() => ({ way: getHostKind(), cookies: canStoreCookies(), storage: canUseStorage() }))
  const { system, url } = getPageContext()
  const code = reportCode({ ...can, online, system, av: url.av })
  const failures = [
    !online && `${m.selftest_network()}: ${m.selftest_network_off()}`,
    !can.cookies && `${m.selftest_cookies()}: ${m.selftest_cookies_not_kept()}`,
    !can.storage && `${m.selftest_storage()}: ${m.selftest_storage_no()}`,
  ].filter(failure => failure !== false)
  return (
    <>
      <div className={styles.overall}>
        <Notice
          tone={failures.length === 0 ? 'success' : 'warning'}
          title={failures.length === 0 ? m.selftest_good() : m.selftest_bad()}
        >
          {failures.length === 0
            ? m.selftest_good_text()
            : failures.map(failure => <p key={failure}>{failure}</p>)}
        </Notice>
      </div>
      <Card title={m.selftest_checks()}>
        <DescriptionList columns>
          <DescriptionItem name={m.selftest_network()}>
            <Verdict isGood={online}>{online ? m.selftest_network_on() : m.selftest_network_off()}</Verdict>
          </DescriptionItem>
          <DescriptionItem name={m.selftest_cookies()}>
            <Verdict isGood={can.cookies}>
              {can.cookies ? m.selftest_cookies_kept() : m.selftest_cookies_not_kept()}
            </Verdict>
          </DescriptionItem>
          <DescriptionItem name={m.selftest_storage()}>
            <Verdict isGood={can.storage}>
              {can.storage ? m.selftest_storage_yes() : m.selftest_storage_no()}
            </Verdict>
          </DescriptionItem>
          <DescriptionItem name={m.selftest_session()}>
            <span className={styles.verdict}>
              <PersonIcon />
              <span>
                {getCurrentToken() === undefined ? m.selftest_session_no() : m.selftest_session_yes()}
              </span>
            </span>
          </DescriptionItem>
        </DescriptionList>
      </Card>
      {children}
      <Card title={m.selftest_code()} description={m.selftest_code_text()}>
        <div className={styles.code}>
          <code>{code}</code>
          <CopyButton text={code} what={m.selftest_code()} />
        </div>
        <DescriptionList columns>
          <DescriptionItem name={m.selftest_host()}>{WAYS[can.way]()}</DescriptionItem>
          {/* A browser is no system, and a version is known only of an app. */}
          {!system.startsWith('web-') && (
            <DescriptionItem name={m.selftest_system()}>{PLATFORMS[system].name()}</DescriptionItem>
          )}
          {url.av !== undefined && (
            <DescriptionItem name={m.selftest_app_version()}>{url.av}</DescriptionItem>
          )}
          <DescriptionItem name={m.selftest_portal()}>{PASSPORT_VERSION}</DescriptionItem>
        </DescriptionList>
      </Card>
    </>
  )
}

const Verdict = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <span className={styles.verdict} data-good={isGood}>
    {isGood ? <CheckIcon /> : <CloseIcon />}
    <span>{children}</span>
  </span>
)
