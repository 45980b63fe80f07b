import type { OutputOf } from '@kerf/contract/endpoint'
import { passSecondStep, type SecondStep, type SecondStepMethod } from '@kerf/contract/endpoints/factors'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { optionalRule } from '../../lib/field-rules.ts'
import { useForm } from '../../lib/use-form.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { FactorFields, factorCodeRule } from '../../ui/factor-fields/factor-fields.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'

export type PassedStep = OutputOf<typeof passSecondStep>

interface Props {
  step: SecondStep
  onPassed(passed: PassedStep): void
  onCancel(): void
}

/** Second step of a login: a code of the authenticator app or a recovery code. */
export function SecondStepDialog({ step: { flow, methods: all }, onPassed, onCancel }: Props) {
  const methods = all.filter(method => method !== 'setup')
  const [method, setMethod] = useState<SecondStepMethod>(methods[0] ?? 'totp')
  const form = useForm<'code' | 'rememberBrowser'>({
    rules: { code: factorCodeRule(method), rememberBrowser: optionalRule },
    fieldOf: { incorrect_code: 'code' },
    async send({ code, rememberBrowser }, signal) {
      const input = { flow, method, code: code.trim(), rememberBrowser: rememberBrowser !== '' }
      onPassed(await callApi(passSecondStep, input, { signal }))
    },
  })
  return (
    <FormDialog title={m.second_step_title()} form={form} submit={m.second_step_submit()} onClose={onCancel}>
      <FactorFields
        method={method}
        methods={methods}
        error={form.error('code')}
        onMethod={setMethod}
        onComplete={() => form.submitIfValid()}
      />
      <Checkbox name="rememberBrowser" label={m.second_step_remember()} />
    </FormDialog>
  )
}
