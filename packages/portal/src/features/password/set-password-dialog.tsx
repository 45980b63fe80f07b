import { changePassword } from '@kerf/contract/endpoints/password'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { newPasswordRule, repeatedPasswordRule } from '../../lib/form/lazy-field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { refreshAccount } from '../../lib/session/current-account.ts'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { CodeDialog } from '../../parts/verification-code/code-dialog.tsx'
import { VerificationCodeField } from '../../parts/verification-code/verification-code-field.tsx'
import { useVerificationCodeHandle } from '../../parts/verification-code/verification-code-handle.ts'
import { toast } from '../../ui/toast/toast.ts'
import { NewPasswordFields, UsernameField } from './password-fields.tsx'

interface Props {
  email: string
  onChanged(): void
  onClose(): void
}

/** Sets the first password of an account. Requires a code sent to its mailbox and reauthentication. */
export function SetPasswordDialog({ email, onChanged, onClose }: Props) {
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
    <CodeDialog
      handle={link}
      title={m.security_password_set()}
      form={form}
      submit={m.security_password_set()}
      onClose={onClose}
    >
      <p>
        {m.security_password_set_lead()}
        {sentenceSpace()}
        {m.security_password_ends()}
      </p>
      <UsernameField name={email} />
      <VerificationCodeField scene="setpwd" kind="own" form={form} handle={link} isLater />
      {link.hasRequested && <NewPasswordFields error={form.error} />}
    </CodeDialog>
  )
}
