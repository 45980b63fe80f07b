import { reauthenticate } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { type CodePart, useCodeLink } from '../../lib/code-link.ts'
import { useForm } from '../../lib/form.ts'
import { anything, password as required } from '../../lib/rules.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import styles from './reauthentication-dialog.module.css'

interface Props {
  hasPassword: boolean
  email: string
  codePart: CodePart
  onReauthenticated(): void
  onCancel(): void
}

export function ReauthenticationDialog({
  hasPassword,
  email,
  codePart: CodePart,
  onReauthenticated,
  onCancel,
}: Props) {
  const [byCode, setByCode] = useState(!hasPassword)
  const link = useCodeLink()
  const form = useForm<'password' | 'captcha'>({
    rules: { password: byCode ? anything : required, captcha: byCode ? link.rule : anything },
    fieldOf: { incorrect_password: 'password', incorrect_code: 'captcha', code_expired: 'captcha' },
    async send({ password, captcha }, signal) {
      const proof = byCode ? { captcha: captcha.trim(), nonce: link.nonce() } : { password }
      await call(reauthenticate, proof, { signal })
      onReauthenticated()
    },
  })
  return (
    <FormDialog title={m.proof_title()} form={form} submit={m.proof_submit()} onClose={onCancel}>
      <p>{byCode ? m.proof_lead_code() : m.proof_lead_password()}</p>
      {byCode ? (
        <CodePart scene="verify" kind="own" form={form} link={link} />
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
      {hasPassword && (
        <Button variant="quiet" size="small" className={styles.other} onClick={() => setByCode(!byCode)}>
          {byCode ? m.proof_by_password() : m.proof_by_code()}
        </Button>
      )}
    </FormDialog>
  )
}
