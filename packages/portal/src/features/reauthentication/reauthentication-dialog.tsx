import { reauthenticate } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { storeCompanion } from '../../lib/companion.ts'
import { optionalRule, passwordRule as required } from '../../lib/field-rules.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import {
  useVerificationCodeHandle,
  type VerificationCodeFieldComponent,
} from '../../ui/code-field/verification-code-slot.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { PasskeyButton } from '../../ui/passkey-button/passkey-button.tsx'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { reauthenticateByPasskey } from './reauthenticate-by-passkey.ts'
import styles from './reauthentication-dialog.module.css'

/** Of two proofs that a change needs, the one that was not given yet. */
export type MissingProof = 'code' | 'password'

interface Props {
  hasPassword: boolean
  hasPasskey: boolean
  email: string
  /** undefined: the account's mailbox proves nothing */
  verificationCodeField: VerificationCodeFieldComponent | undefined
  /** undefined: one proof is enough */
  missing?: MissingProof | undefined
  onReauthenticated(): void
  onCancel(): void
}

export function ReauthenticationDialog({
  hasPassword,
  hasPasskey,
  email,
  verificationCodeField: VerificationCodeField,
  missing,
  onReauthenticated,
  onCancel,
}: Props) {
  const [byCode, setByCode] = useState(missing ? missing === 'code' : !hasPassword)
  const link = useVerificationCodeHandle()
  const form = useForm<'password' | 'captcha'>({
    rules: { password: byCode ? optionalRule : required, captcha: byCode ? link.rule : optionalRule },
    fieldOf: { incorrect_password: 'password', incorrect_code: 'captcha', code_expired: 'captcha' },
    async send({ password, captcha }, signal) {
      const proof = byCode ? { captcha: captcha.trim(), nonce: link.nonce() } : { password }
      const { companion } = await callApi(reauthenticate, proof, { signal })
      storeCompanion(companion)
      onReauthenticated()
    },
  })
  return (
    <FormDialog title={m.proof_title()} form={form} submit={m.proof_submit()} onClose={onCancel}>
      <p>
        {missing === 'code' && m.proof_lead_missing_code()}
        {missing === 'password' && m.proof_lead_missing_password()}
        {!missing && (byCode ? m.proof_lead_code() : m.proof_lead_password())}
      </p>
      {byCode && VerificationCodeField ? (
        <VerificationCodeField scene="verify" kind="own" form={form} handle={link} />
      ) : (
        <>
          <input hidden name="username" autoComplete="username" defaultValue={email} />
          <PasswordField
            name="password"
            label={m.login_password()}
            autoComplete="current-password"
            error={form.error('password')}
            data-autofocus=""
          />
        </>
      )}
      {hasPasskey && (
        <PasskeyButton run={signal => reauthenticateByPasskey(signal).then(onReauthenticated)} />
      )}
      {hasPassword && VerificationCodeField && !missing && (
        <Button variant="quiet" size="small" className={styles.other} onClick={() => setByCode(!byCode)}>
          {byCode ? m.proof_by_password() : m.proof_by_code()}
        </Button>
      )}
    </FormDialog>
  )
}
