import type { SecondStepMethod } from '@kerf/contract/endpoints/factors'
import { reauthenticate } from '@kerf/contract/endpoints/sign-in'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { useForm } from '../../lib/form/use-form.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { storeCompanion } from '../../lib/token/companion.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { OtherWays } from '../../ui/other-ways/other-ways.tsx'
import { FactorFields, factorCodeRule, OtherFactors } from '../factors/factor-fields.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { hasPasskeySupport } from '../passkeys/passkey-support.ts'
import { reauthenticateByPasskey } from './reauthenticate-by-passkey.ts'

interface Props {
  methods: readonly SecondStepMethod[]
  info: FullInfo
  onReauthenticated(): void
  onCancel(): void
}

/** Confirms the identity by the second factor of the account: a password alone would not be enough. */
export function FactorReauthenticationDialog({ methods, info, onReauthenticated, onCancel }: Props) {
  const [method, setMethod] = useState<SecondStepMethod>(methods[0] ?? 'totp')
  const hasPasskey = info.passkeys > 0 && hasPasskeySupport()
  const form = useForm<'code'>({
    rules: { code: factorCodeRule(method) },
    fieldOf: { incorrect_code: 'code' },
    async send({ code }, signal) {
      const { companion } = await callApi(reauthenticate, { method, code: code.trim() }, { signal })
      storeCompanion(companion)
      onReauthenticated()
    },
  })
  return (
    <FormDialog title={m.proof_title()} form={form} submit={m.proof_submit()} onClose={onCancel}>
      <FactorFields method={method} error={form.error('code')} onComplete={() => form.submitIfValid()} />
      {(methods.length > 1 || hasPasskey) && (
        <OtherWays>
          <OtherFactors method={method} methods={methods} onMethod={setMethod} />
          {hasPasskey && (
            <PasskeyButton run={signal => reauthenticateByPasskey(signal).then(onReauthenticated)} />
          )}
        </OtherWays>
      )}
    </FormDialog>
  )
}
