import { reauthenticate } from '@kerf/contract/endpoints/sign-in'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { optionalRule, passwordRule as required } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { accountLabel, type FullInfo, isEnterprise } from '../../lib/session/account.ts'
import { storeCompanion } from '../../lib/token/companion.ts'
import { LetterIcon } from '../../ui/icon/icons.tsx'
import { LockIcon } from '../../ui/icon/platforms.tsx'
import { OtherWay, OtherWays } from '../../ui/other-ways/other-ways.tsx'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { hasPasskeySupport } from '../passkeys/passkey-support.ts'
import { CodeDialog } from '../verification-code/code-dialog.tsx'
import { VerificationCodeField } from '../verification-code/verification-code-field.tsx'
import { useVerificationCodeHandle } from '../verification-code/verification-code-handle.ts'
import { reauthenticateByPasskey } from './reauthenticate-by-passkey.ts'

/** The proof that is still missing, where a change needs two. */
export type MissingProof = 'code' | 'password'

interface Props {
  info: FullInfo
  /** undefined: one proof is enough */
  missing?: MissingProof | undefined
  onReauthenticated(): void
  onCancel(): void
}

export function ReauthenticationDialog({ info, missing, onReauthenticated, onCancel }: Props) {
  // The mailbox of a business account proves nothing.
  const isBusiness = isEnterprise(info)
  const hasPassword = isBusiness || info.hasPassword
  const hasBoth = hasPassword && !isBusiness && !missing
  const hasPasskey = info.passkeys > 0 && hasPasskeySupport()
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
    <CodeDialog
      handle={byCode ? link : undefined}
      title={m.proof_title()}
      form={form}
      submit={m.proof_submit()}
      onClose={onCancel}
    >
      <p>
        {missing === 'code' && m.proof_lead_missing_code()}
        {missing === 'password' && m.proof_lead_missing_password()}
        {!missing && (byCode ? m.proof_lead_code() : m.proof_lead_password())}
      </p>
      {byCode ? (
        <VerificationCodeField scene="verify" kind="own" form={form} handle={link} isLater />
      ) : (
        <>
          <input hidden name="username" autoComplete="username" defaultValue={accountLabel(info)} />
          <PasswordField
            name="password"
            label={m.login_password()}
            autoComplete="current-password"
            error={form.error('password')}
            data-autofocus=""
          />
        </>
      )}
      {(hasPasskey || hasBoth) && (
        <OtherWays>
          {hasPasskey && (
            <PasskeyButton run={signal => reauthenticateByPasskey(signal).then(onReauthenticated)} />
          )}
          {hasBoth && (
            <OtherWay
              Icon={byCode ? LockIcon : LetterIcon}
              label={byCode ? m.proof_by_password() : m.proof_by_code()}
              onClick={() => setByCode(!byCode)}
            />
          )}
        </OtherWays>
      )}
    </CodeDialog>
  )
}
