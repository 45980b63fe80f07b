import type { OutputOf } from '@kerf/contract/endpoint'
import {
  getPasskeyStepOptions,
  type LoginStepMethod,
  passSecondStep,
  type SecondStep,
  type SecondStepMethod,
} from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { optionalRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { FormStep } from '../../ui/flow-step/flow-step.tsx'
import { HelpIcon } from '../../ui/icon/help-icon.tsx'
import { ArrowLeftIcon } from '../../ui/icon/icons.tsx'
import { OtherWay } from '../../ui/other-ways/other-ways.tsx'
import { FactorFields, factorCodeRule, OtherFactors } from '../factors/factor-fields.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { hasPasskeySupport } from '../passkeys/passkey-support.ts'
import { LostFactorStep } from './lost-factor-step.tsx'
import { MailedCodeFields, MailHelp } from './mailed-code-fields.tsx'

export type PassedStep = OutputOf<typeof passSecondStep>

interface Props {
  step: SecondStep
  address?: string | undefined
  onPassed(passed: PassedStep): void
  onCancel(): void
}

type CodeMethod = Exclude<LoginStepMethod, 'setup' | 'passkey'>

const isOwn = (method: CodeMethod): method is SecondStepMethod => method === 'totp' || method === 'recovery'

/** Second step of a login: a code of the authenticator app, a recovery code, or a code by email. */
export function SecondStepForm({ step: { flow, methods: all }, address, onPassed, onCancel }: Props) {
  const methods = all.filter(method => method !== 'setup' && method !== 'passkey')
  const own = methods.filter(isOwn)
  const [method, setMethod] = useState<CodeMethod>(methods[0] ?? 'totp')
  const [isLost, setIsLost] = useState(false)
  const form = useForm<'code' | 'rememberBrowser'>({
    rules: { code: factorCodeRule(isOwn(method) ? method : 'totp'), rememberBrowser: optionalRule },
    fieldOf: { incorrect_code: 'code' },
    async send({ code, rememberBrowser }, signal) {
      const input = { flow, method, code: code.trim(), rememberBrowser: rememberBrowser !== '' }
      onPassed(await callApi(passSecondStep, input, { signal }))
    },
  })
  const select = (next: CodeMethod) => {
    form.clearErrors()
    setMethod(next)
  }
  const passkey = hasPasskeySupport() && all.includes('passkey') && (
    <PasskeyButton
      run={async signal => {
        const { promptForPasskey } = await import('../passkeys/passkey.ts')
        const { options } = await callApi(getPasskeyStepOptions, { flow }, { signal })
        const input = {
          flow,
          method: 'passkey',
          credential: await promptForPasskey(options),
        } as const
        onPassed(await callApi(passSecondStep, input, { signal }))
      }}
    />
  )
  if (isLost)
    return (
      <LostFactorStep
        flow={flow}
        address={address}
        passkey={passkey}
        onBack={() => setIsLost(false)}
        onCancel={onCancel}
      />
    )
  const submitIfValid = () => form.submitIfValid()
  const codeError = form.error('code')
  const isRefused = codeError !== undefined && codeError === form.submitError?.text?.()
  return (
    <FormStep
      key={method}
      title={method === 'mail' ? m.second_step_title_mail() : m.second_step_title()}
      address={address}
      form={form}
      submit={method === 'lost' ? m.lost_factor_remove() : m.second_step_submit()}
      note={method === 'mail' && <MailHelp />}
      onBack={onCancel}
      others={
        (isOwn(method) || own[0] || passkey) && (
          <>
            {isOwn(method) && <OtherFactors method={method} methods={own} onMethod={select} />}
            {passkey}
            {method === 'lost' && own[0] && (
              <OtherWay
                Icon={ArrowLeftIcon}
                label={m.lost_factor_back()}
                onClick={() => select(own[0] ?? 'totp')}
              />
            )}
            {isOwn(method) &&
              (methods.includes('lost') ? (
                <OtherWay Icon={HelpIcon} label={m.lost_factor_remove()} onClick={() => select('lost')} />
              ) : (
                <OtherWay Icon={HelpIcon} label={m.lost_factor_link()} onClick={() => setIsLost(true)} />
              ))}
          </>
        )
      }
    >
      {isOwn(method) ? (
        <FactorFields
          method={method}
          error={isRefused && method === 'totp' ? m.second_step_incorrect_totp() : codeError}
          onComplete={submitIfValid}
        />
      ) : (
        <MailedCodeFields
          flow={flow}
          method={method}
          error={codeError}
          // What removes the factors is sent by its button only.
          onComplete={method === 'mail' ? submitIfValid : () => undefined}
        />
      )}
      {isOwn(method) && <Checkbox name="rememberBrowser" label={m.second_step_remember()} />}
    </FormStep>
  )
}
