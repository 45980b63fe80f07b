import { changePassword } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api-client.ts'
import { refreshAccount } from '../../lib/current-account.ts'
import { newPasswordRule, repeatedPasswordRule } from '../../lib/lazy-field-rules.ts'
import { useForm } from '../../lib/use-form.ts'
import { useVerificationCodeHandle } from '../../ui/code-field/verification-code-slot.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import type { InjectedDeps } from './injected-deps.ts'
import { NewPasswordFields, UsernameField } from './password-fields.tsx'

interface Props {
  email: string
  deps: InjectedDeps
  onChanged(): void
  onClose(): void
}

/** Sets the first password of an account. Requires a code sent to its mailbox and reauthentication. */
export function SetPasswordDialog({
  email,
  deps: { withReauthentication, verificationCodeField: VerificationCodeField },
  onChanged,
  onClose,
}: Props) {
  const link = useVerificationCodeHandle()
  const form = useForm<'captcha' | 'password' | 'again'>({
    rules: { captcha: link.rule, password: newPasswordRule, again: repeatedPasswordRule },
    fieldOf: { incorrect_code: 'captcha', code_expired: 'captcha' },
    async send({ captcha, password }, signal) {
      const change = { captcha: captcha.trim(), nonce: link.nonce(), password }
      await withReauthentication(() => callApi(changePassword, change, { signal }))
      await refreshAccount()
      toast(m.security_password_set_done(), 'success')
      onClose()
      onChanged()
    },
  })
  return (
    <FormDialog
      title={m.security_password_set()}
      form={form}
      submit={m.security_password_set()}
      onClose={onClose}
    >
      <p>
        {m.security_password_set_lead()} {m.security_password_ends()}
      </p>
      <UsernameField name={email} />
      <VerificationCodeField scene="setpwd" kind="own" form={form} handle={link} />
      <NewPasswordFields error={form.error} />
    </FormDialog>
  )
}
