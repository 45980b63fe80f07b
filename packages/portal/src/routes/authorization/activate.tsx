/** A device without a browser shows a code; the person enters it here (RFC 8628). */

import type { OutputOf } from '@kerf/contract/endpoint'
import { activateDevice, describeDevice } from '@kerf/contract/endpoints/openid'
import * as m from '@kerf/locales/messages'
import { useCallback, useState } from 'react'
import { AllowOrDeny } from '../../features/authorization/allow-or-deny.tsx'
import styles from '../../features/authorization/consent.module.css'
import {
  AskingMachine,
  MachineDigits,
  MachineTerms,
  PAIRING_ENDS,
  type Pairing,
  type PairingEnd,
} from '../../features/authorization/machine-step.tsx'
import { Person, personOf } from '../../features/authorization/person.tsx'
import { ScopeList } from '../../features/authorization/scope-list.tsx'
import { groupUserCode } from '../../features/authorization/user-code.ts'
import { Heading } from '../../features/login/heading.tsx'
import { kindName, MachinePicture, machineScene } from '../../features/machines/machine-picture.tsx'
import { callApi } from '../../lib/api/api-client.ts'
import { useFirstFocus } from '../../lib/form/use-first-focus.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { useLocation } from '../../lib/router/router-view.tsx'
import { accountBase, type FullInfo, homePage } from '../../lib/session/account.ts'
import { useAccount } from '../../lib/session/current-account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { ScanButton } from '../../parts/scan/scan-button.tsx'
import { storeScanned, takeScanned } from '../../parts/scan/scan-storage.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { KeyIcon, PlaceIcon } from '../../ui/icon/fact-icons.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { StepFrame } from '../frames/step-frame.tsx'
import { goToOtherAccount, OtherAccountButton } from './other-account-button.tsx'

type Device = OutputOf<typeof describeDevice> & { readonly code: string }
type Machine = NonNullable<Device['machine']>
type End = 'allow' | 'deny' | PairingEnd

type Step =
  | { readonly kind: 'described'; readonly device: Device }
  | { readonly kind: 'digits'; readonly code: string; readonly pairing: Pairing; readonly machine: Machine }
  | {
      readonly kind: 'ended'
      readonly end: End
      readonly machine?: Machine | undefined
      /** name of the app that was allowed or denied; undefined: a machine asked */
      readonly app?: string
    }
  /** a new code is entered: that of the address is used up */
  | { readonly kind: 'again' }

const ENDS = {
  ...PAIRING_ENDS,
  allow: { title: m.activate_done_title, text: m.activate_done_text, tone: 'success' },
  deny: { title: m.activate_denied_title, text: m.activate_denied_text, tone: 'info' },
} as const

const machineProps = (machine: Machine) => ({
  name: kindName(machine.line),
  picture: <MachinePicture line={machine.line} />,
  machine,
})

export function ActivatePage() {
  useLanguage()
  const info = useAccount()
  const [step, setStep] = useState<Step>()
  const machine = step?.kind === 'digits' ? step.machine : undefined
  const onEnded = useCallback((end: PairingEnd) => setStep({ kind: 'ended', end, machine }), [machine])
  const startAgain = () => setStep({ kind: 'again' })
  const onFound = (device: Device) => setStep({ kind: 'described', device })
  if (!step) return <CodeForm onFound={onFound} />
  if (step.kind === 'again')
    return (
      <StepFrame key="again">
        <CodeForm isAgain onFound={onFound} />
      </StepFrame>
    )
  // The session has ended: the login page follows.
  if (!info) return null
  return (
    <StepFrame key={step.kind}>
      {step.kind === 'described' && <DeviceStep device={step.device} info={info} onAnswered={setStep} />}
      {step.kind === 'digits' && (
        <>
          <Heading title={m.activate_digits_heading()}>{m.activate_digits_lead()}</Heading>
          <Card>
            <AskingMachine {...machineProps(step.machine)} />
            <MachineDigits code={step.code} pairing={step.pairing} onEnded={onEnded}>
              <Button variant="quiet" size="small" onClick={startAgain}>
                {m.activate_start_over()}
              </Button>
            </MachineDigits>
          </Card>
        </>
      )}
      {step.kind === 'ended' && (
        <Ended info={info} end={step.end} machine={step.machine} app={step.app} onAgain={startAgain} />
      )}
    </StepFrame>
  )
}

interface EndedProps {
  info: FullInfo
  end: End
  /** that asked to log in */
  machine: Machine | undefined
  app: string | undefined
  onAgain(): void
}

function Ended({ info, end, machine, app, onAgain }: EndedProps) {
  const { title, text, tone } = ENDS[end]
  const isLoggedIn = end === 'done' || end === 'allow'
  const security = `${accountBase(info)}/security` as const
  useDocumentTitle(title())
  return (
    <PageStep title={title()} text={text()} tone={tone} scene={machine && machineScene(machine.line)}>
      {isLoggedIn && (
        <DescriptionList>
          {machine && (
            <DescriptionItem name={kindName(machine.line)}>
              {m.machines_sn_end({ end: machine.snEnd })}
            </DescriptionItem>
          )}
          {app && <DescriptionItem name={m.activate_app()}>{app}</DescriptionItem>}
          <DescriptionItem name={m.allow_login_account()}>{personOf(info).detail}</DescriptionItem>
        </DescriptionList>
      )}
      {end === 'refused' && (
        <DescriptionList>
          <DescriptionItem name={m.activate_digits_wrong()}>{m.activate_digits_wrong_text()}</DescriptionItem>
          <DescriptionItem name={m.activate_digits_right()}>{m.activate_digits_right_text()}</DescriptionItem>
        </DescriptionList>
      )}
      {(end === 'refused' || end === 'expired') && (
        <Button wide onClick={onAgain}>
          {m.activate_new_code()}
        </Button>
      )}
      {/* Where the login can be ended: that of a machine is a session, that of an app is access. */}
      {end === 'done' && (
        <ButtonLink variant="secondary" wide href={portalHref(`${security}/devices`)}>
          {m.activate_see_devices()}
        </ButtonLink>
      )}
      {end === 'allow' && (
        <ButtonLink variant="secondary" wide href={portalHref(`${security}/apps`)}>
          {m.activate_see_apps()}
        </ButtonLink>
      )}
      {!isLoggedIn && (
        <ButtonLink variant="secondary" wide href={portalHref(homePage(info))}>
          {m.authorize_home()}
        </ButtonLink>
      )}
    </PageStep>
  )
}

/** A link or QR code of the device may bring the code. It is still sent by the person only. */
function CodeForm({ isAgain = false, onFound }: { isAgain?: boolean; onFound(device: Device): void }) {
  const { search } = useLocation()
  useFirstFocus('code')
  const [scanned] = useState(() => takeScanned('activate'))
  // A code that the person typed or scanned is newer than that of the address.
  const given = isAgain ? '' : scanned?.text || new URLSearchParams(search).get('user_code') || ''
  const form = useForm<'code'>({
    rules: { code: value => (value.trim() === '' ? m.activate_code_required : undefined) },
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
          <div className={styles.userCode}>
            <TextField
              name="code"
              label={m.activate_code()}
              hint={m.activate_hint()}
              placeholder="XXXX-XXXX"
              defaultValue={/^[\w-]{1,32}$/.test(given) ? groupUserCode(given, 0).text : ''}
              error={form.error('code')}
              data-autofocus={isAgain ? '' : undefined}
              action={<ScanButton purpose="activate" />}
              onInput={({ currentTarget: input, nativeEvent }) => {
                if ((nativeEvent as InputEvent).isComposing) return
                const { text, caret } = groupUserCode(input.value, input.selectionStart ?? input.value.length)
                if (text === input.value) return
                input.value = text
                input.setSelectionRange(caret, caret)
              }}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={32}
              required
            />
          </div>
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
  onAnswered(step: Step): void
}

function DeviceStep({ device, info, onAnswered }: DeviceStepProps) {
  const { client, scopes, apis, place, elsewhere, machine, code } = device
  const { name } = client
  const origin = (
    <>
      {(place || !machine) && (
        <DescriptionList>
          {!machine && (
            <DescriptionItem name={m.activate_code()} mark={<KeyIcon />}>
              {groupUserCode(code, 0).text}
            </DescriptionItem>
          )}
          {place && (
            <DescriptionItem name={m.activate_place()} mark={<PlaceIcon />}>
              {place}
            </DescriptionItem>
          )}
        </DescriptionList>
      )}
      {elsewhere && <Notice tone="warning">{m.activate_elsewhere()}</Notice>}
    </>
  )
  /** The person comes back to the form, which has the code then. */
  const switchAccount = () => {
    storeScanned({ purpose: 'activate', text: code, kept: '' })
    return goToOtherAccount()
  }
  const send = (answer: 'allow' | 'deny') => async () => {
    const { digits, expireTime } = await withReauthentication(() => callApi(activateDevice, { code, answer }))
    onAnswered(
      machine && expireTime !== null
        ? { kind: 'digits', code, pairing: { digits, expireTime }, machine }
        : { kind: 'ended', end: answer, app: name },
    )
  }
  return (
    <>
      <Heading title={machine ? m.activate_machine_title() : m.activate_confirm_title({ name })}>
        {machine ? m.activate_machine_lead() : m.activate_confirm_lead()}
      </Heading>
      <Card>
        <div className={styles.body}>
          <Person {...personOf(info)} {...(!machine && { client })}>
            <OtherAccountButton go={switchAccount} />
          </Person>
          {machine ? (
            <MachineTerms {...machineProps(machine)} scopes={scopes}>
              {origin}
            </MachineTerms>
          ) : (
            <>
              {origin}
              <div>
                <h2 className={styles.label}>{m.authorize_receives({ name })}</h2>
                <ScopeList scopes={scopes} apis={apis} />
              </div>
            </>
          )}
          <AllowOrDeny onAllow={send('allow')} onDeny={send('deny')} denyText={m.activate_deny()} isNeutral />
        </div>
      </Card>
    </>
  )
}
