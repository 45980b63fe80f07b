import { login_code, login_code_first } from '@kerf/locales/messages'
import { GetCodeButton } from '../features/verification/get-code-button.tsx'
import { useVerificationCode } from '../features/verification/use-verification-code.tsx'
import { account } from '../lib/account.ts'
import { verificationCodeRule as digits } from '../lib/lazy-field-rules.ts'
import type { FormHandle } from '../lib/use-form.ts'
import { CodeField } from '../ui/code-field/code-field.tsx'
import type { VerificationCodeFieldProps } from '../ui/code-field/verification-code-slot.ts'

/** Joins the code's field and the button that asks for one to a form. */
export function VerificationCodeField({
  scene,
  kind = 'email',
  opening,
  link,
  ...props
}: VerificationCodeFieldProps) {
  const form = props.form as FormHandle<'email' | 'account' | 'captcha'>
  const code = useVerificationCode({
    scene,
    kind,
    // By the account, so that one that signs in after another in this tab does not meet its code.
    receiver: () =>
      opening?.receiver ?? (kind === 'own' ? (account.get()?.info.uid ?? '') : form.value(kind)),
    check: () => opening !== undefined || kind === 'own' || form.validateField(kind),
    open: opening?.open,
    onSent: () => form.focus('captcha'),
    onError: form.showError,
  })
  link.provide({
    nonce: code.nonce,
    rule: (value, others) => digits(value, others) ?? (code.nonce() ? undefined : login_code_first),
  })
  return (
    <CodeField
      name="captcha"
      label={login_code()}
      error={form.error('captcha')}
      hint={code.sent}
      action={<GetCodeButton code={code} />}
    />
  )
}
