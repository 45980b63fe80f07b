import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { hostErrorText } from '../../lib/bridge/host-error-text.ts'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { barePageHref } from '../../lib/url/bare-page-href.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { PLATFORMS } from '../../ui/icon/platforms.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import type { Tone } from '../../ui/tone.ts'
import styles from './device-safety-card.module.css'
import type { SafetyModuleState } from './safety-module-state.ts'

/**
 * Checks the safety module on click only: the browser may ask for permission before a page reaches a local machine
 * (S-059).
 */
export function DeviceSafetyCard() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['safety-module'],
    queryFn: async ({ signal }) => (await import('./check-safety-module.ts')).checkSafetyModule(signal),
    enabled: false,
    gcTime: 0,
    retry: false,
  })
  const state = isFetching ? undefined : data

  return (
    <Card
      title={m.security_device_title()}
      mark={<PLATFORMS.os.Icon />}
      description={m.host_module_text()}
      action={
        <Button variant="secondary" size="small" pending={isFetching} onClick={() => void refetch()}>
          {state ? m.host_module_again() : m.host_module_check()}
        </Button>
      }
    >
      <div className={styles.body}>
        <div role="status">
          {state ? <Result state={state} /> : isFetching && <p>{m.host_module_checking()}</p>}
        </div>
        <ErrorNotice error={isFetching ? undefined : describeQueryError(error)} />
        <a href={barePageHref('selftest')} target="_blank" rel="noopener">
          {m.selftest_link()}
        </a>
      </div>
    </Card>
  )
}

function Result({ state }: { state: SafetyModuleState }) {
  const { tone, title, text } = noticeFor(state)
  const needsHelp = state.kind === 'missing' || state.kind === 'outdated' || state.kind === 'too-old'
  return (
    <Notice tone={tone} title={title}>
      <p>{text}</p>
      {needsHelp && (
        <p>
          <HelpLink>{m.host_module_help()}</HelpLink>
        </p>
      )}
    </Notice>
  )
}

function noticeFor(state: SafetyModuleState): { tone: Tone; title: string; text: string } {
  switch (state.kind) {
    case 'installed':
      return { tone: 'success', title: m.host_module_installed(), text: m.host_module_installed_text(state) }
    case 'missing':
      return { tone: 'danger', title: m.host_module_missing(), text: m.host_module_missing_text(state) }
    case 'outdated':
      return { tone: 'warning', title: m.host_module_outdated(), text: m.host_module_outdated_text(state) }
    case 'no-device':
      return { tone: 'info', title: m.host_module_no_device(), text: m.host_module_no_device_text() }
    case 'refused':
      return { tone: 'warning', title: m.host_module_refused(), text: m.host_module_refused_text() }
    case 'too-old':
      return { tone: 'warning', title: m.host_module_too_old(), text: m.host_module_too_old_text() }
    case 'blocked':
      return { tone: 'warning', title: m.host_module_blocked(), text: m.host_fault_blocked() }
    case 'unclear':
      return {
        tone: 'warning',
        title: m.host_module_unclear(),
        text: state.text ?? hostErrorText(state.reason),
      }
  }
}
