/** A device without a browser shows a code; the person enters it here (RFC 8628). */

import type { OutputOf } from '@kerf/contract/endpoint'
import { activateDevice, describeDevice } from '@kerf/contract/endpoints/openid'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { AllowOrDeny } from '../features/authorization/allow-or-deny.tsx'
import styles from '../features/authorization/consent.module.css'
import { Person, personOf } from '../features/authorization/person.tsx'
import { ScopeList } from '../features/authorization/scope-list.tsx'
import { Heading } from '../features/login/heading.tsx'
import { callApi } from '../lib/api/api-client.ts'
import { useForm } from '../lib/form/use-form.ts'
import { useLanguage } from '../lib/page/language.ts'
import { useLocation } from '../lib/router/router-view.tsx'
import { type FullInfo, isEnterprise } from '../lib/session/account.ts'
import { useAccount } from '../lib/session/current-account.ts'
import { portalHref } from '../lib/url/links.ts'
import { withReauthentication } from '../parts/reauthentication/with-reauthentication.ts'
import { PortalLink } from '../ui/app-link/portal-link.tsx'
import { Button } from '../ui/button/button.tsx'
import { Card } from '../ui/card/card.tsx'
import { ErrorNotice } from '../ui/error-notice/error-notice.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { TextField } from '../ui/text-field/text-field.tsx'
import { StepFrame } from './frames/step-frame.tsx'

type Device = OutputOf<typeof describeDevice> & { readonly code: string }

export function ActivatePage() {
  useLanguage()
  const info = useAccount()
  const [device, setDevice] = useState<Device>()
  const [outcome, setOutcome] = useState<'allow' | 'deny'>()
  if (outcome)
    return (
      <StepFrame key={outcome}>
        <Heading title={outcome === 'allow' ? m.activate_done_title() : m.activate_denied_title()} />
        <Card>
          <Notice tone={outcome === 'allow' ? 'success' : 'info'}>
            {outcome === 'allow' ? m.activate_done_text() : m.activate_denied_text()}
          </Notice>
          <PortalLink href={portalHref(info && isEnterprise(info) ? 'profile-business/settings' : 'profile')}>
            {m.authorize_home()}
          </PortalLink>
        </Card>
      </StepFrame>
    )
  if (!device || !info) return <CodeForm onFound={setDevice} />
  return (
    <StepFrame key="device">
      <DeviceStep device={device} info={info} onAnswered={setOutcome} />
    </StepFrame>
  )
}

/** A link or QR code of the device may bring the code. It is still sent by the person only. */
function CodeForm({ onFound }: { onFound(device: Device): void }) {
  const { search } = useLocation()
  const given = new URLSearchParams(search).get('user_code') ?? ''
  const form = useForm<'code'>({
    rules: { code: value => (value.trim() === '' ? m.activate_lead : undefined) },
    fieldOf: { incorrect_code: 'code' },
    async send({ code }, signal) {
      onFound({ ...(await callApi(describeDevice, { code }, { signal })), code })
    },
  })
  return (
    <>
      <Heading title={m.activate_title()}>{m.activate_lead()}</Heading>
      <Card>
        <form {...form.props} className={styles.body}>
          <TextField
            name="code"
            label={m.activate_code()}
            hint={m.activate_hint()}
            defaultValue={/^[\w-]{1,32}$/.test(given) ? given : ''}
            error={form.error('code')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            required
          />
          <ErrorNotice error={form.submitError} />
          <Button type="submit" wide pending={form.pending}>
            {m.activate_continue()}
          </Button>
        </form>
      </Card>
    </>
  )
}

interface DeviceStepProps {
  device: Device
  info: FullInfo
  onAnswered(answer: 'allow' | 'deny'): void
}

function DeviceStep({
  device: { client, scopes, apis, place, elsewhere, code },
  info,
  onAnswered,
}: DeviceStepProps) {
  const { name } = client
  const send = (answer: 'allow' | 'deny') => async () => {
    await withReauthentication(() => callApi(activateDevice, { code, answer }))
    onAnswered(answer)
  }
  return (
    <>
      <Heading title={m.activate_confirm_title({ name })}>{m.activate_confirm_lead()}</Heading>
      <Card>
        <div className={styles.body}>
          <Person {...personOf(info)} client={client} />
          <div>
            <h2 className={styles.label}>{m.authorize_receives({ name })}</h2>
            <ScopeList scopes={scopes} apis={apis} />
          </div>
          {place && <p className={styles.soft}>{m.activate_place({ place })}</p>}
          {elsewhere && <Notice tone="warning">{m.activate_elsewhere()}</Notice>}
          <AllowOrDeny
            onAllow={send('allow')}
            onDeny={send('deny')}
            denyText={m.activate_deny()}
            preferred="deny"
          />
        </div>
      </Card>
    </>
  )
}
