import * as m from '@kerf/locales/messages'
import { agreementRule, emailRule } from '../../lib/form/field-rules.ts'
import { draftRef } from '../../lib/form/form-draft.ts'
import { newPasswordRule } from '../../lib/form/lazy-field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { AgreementField } from '../../parts/agreement/agreement-field.tsx'
import { VerificationCodeField } from '../../parts/verification-code/verification-code-field.tsx'
import { useVerificationCodeHandle } from '../../parts/verification-code/verification-code-handle.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmailField } from './fields.tsx'
import styles from './form.module.css'
import { LazyErrorNotice } from './lazy-error-notice.tsx'
import { LazySlot } from './lazy-slot.tsx'
import { loadPasskeySignUp, loadSignIn, preloadSignIn } from './load-sign-in.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { SocialButtons } from './social-buttons.tsx'

type Field = 'email' | 'captcha' | 'password' | 'agreement'

export function RegisterForm({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const link = useVerificationCodeHandle()
  const form = useForm<Field>({
    rules: { email: emailRule, captcha: link.rule, password: newPasswordRule, agreement: agreementRule },
    fieldOf: {
      email_has_taken: 'email',
      incorrect_code: 'captcha',
      code_expired: 'captcha',
    },
    async send({ email, captcha, password }, signal) {
      const given = {
        email: email.trim(),
        captcha: captcha.trim(),
        nonce: link.nonce(),
        password,
        agreement: true,
      } as const
      const signIn = await loadSignIn()
      await signIn.register(given, signal)
      await onSignedIn()
    },
  })
  return (
    <>
      <form {...form.props} onFocus={preloadSignIn} className={styles.form}>
        <EmailField error={form.error('email')} />
        <VerificationCodeField scene="register" form={form} handle={link} />
        <NewPasswordField label={m.login_password()} error={form.error('password')} inputRef={draftRef} />
        <AgreementField error={form.error('agreement')} />
        <LazyErrorNotice error={form.submitError} />
        <Button type="submit" wide pending={form.pending}>
          {m.register_submit()}
        </Button>
        <LazySlot load={loadPasskeySignUp} props={{ form, nonce: link.nonce, onSignedIn }} />
      </form>
      <SocialButtons form={form} />
    </>
  )
}
