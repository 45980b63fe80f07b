import type { OutputOf } from '@kerf/contract/endpoint'
import { passSecondStep, startLoginSetup } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import type { ErrorDescription } from '../../lib/api/error-texts.ts'
import { verificationCodeRule } from '../../lib/form/lazy-field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { FormStep } from '../../ui/flow-step/flow-step.tsx'
import { RecoveryCodesDialog } from '../factors/recovery-codes-dialog.tsx'
import { TotpSetup } from '../factors/totp-setup.tsx'
import type { PassedStep } from './second-step-form.tsx'

interface Props {
  flow: string
  address?: string | undefined
  onPassed(passed: PassedStep): void
  onCancel(): void
}

/** Second step of an account that must have a second factor and has none: sets up an authenticator app. */
export function SetupStep({ flow, address, onPassed, onCancel }: Props) {
  const [setup, setSetup] = useState<OutputOf<typeof startLoginSetup>>()
  const [error, setError] = useState<ErrorDescription>()
  const [passed, setPassed] = useState<PassedStep>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    callApi(startLoginSetup, { flow }, { signal }).then(setSetup, async (cause: unknown) => {
      const description = await describeError(cause)
      if (!signal.aborted) setError(description)
    })
    return () => controller.abort()
  }, [flow])
  const form = useForm<'code'>({
    rules: { code: verificationCodeRule },
    fieldOf: { incorrect_code: 'code' },
    async send({ code }, signal) {
      setPassed(await callApi(passSecondStep, { flow, method: 'setup', code: code.trim() }, { signal }))
    },
  })
  if (passed)
    return <RecoveryCodesDialog codes={passed.recoveryCodes ?? []} onClose={() => onPassed(passed)} />
  return (
    <FormStep
      title={m.two_step_set_up()}
      address={address}
      form={form}
      submit={m.two_step_confirm()}
      onBack={onCancel}
    >
      <p>{m.two_step_required()}</p>
      {!error && <TotpSetup {...setup} />}
      <ErrorNotice error={error} />
      <CodeField
        name="code"
        label={m.second_step_code()}
        error={form.error('code')}
        onComplete={() => form.submitIfValid()}
        data-autofocus=""
      />
    </FormStep>
  )
}
