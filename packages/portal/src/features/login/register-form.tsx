import * as m from '@kerf/locales/messages'
import { useForm } from '../../lib/form.ts'
import { agreed, email, newPassword } from '../../lib/rules.ts'
import { Button } from '../../ui/Button.tsx'
import { type CodePart, useNonce } from './code-part.ts'
import { FaultNotice } from './fault-notice.tsx'
import { Agreement, EmailField, NewPasswordField } from './fields.tsx'
import styles from './form.module.css'
import { loadSignIn, preloadSignIn } from './load-sign-in.ts'

type Field = 'email' | 'captcha' | 'password' | 'agreement'

export function RegisterForm({
  codePart: CodePart,
  onSignedIn,
}: {
  codePart: CodePart
  onSignedIn(): Promise<void>
}) {
  const nonce = useNonce()
  const form = useForm<Field>({
    rules: { email, captcha: nonce.rule, password: newPassword, agreement: agreed },
    fieldOf: { 20116: 'email', 20119: 'password', 20201: 'captcha', 20203: 'captcha' },
    async send({ email, captcha, password }, signal) {
      const given = {
        email: email.trim(),
        captcha: captcha.trim(),
        nonce: nonce.get(),
        password,
        agreement: true,
      } as const
      const signIn = await loadSignIn()
      await signIn.byRegistering(given, signal)
      await onSignedIn()
    },
  })
  return (
    <form {...form.props} onFocus={preloadSignIn} className={styles.form}>
      <EmailField error={form.error('email')} />
      <CodePart scene="register" form={form} nonce={nonce} />
      <NewPasswordField label={m.login_password()} error={form.error('password')} />
      <Agreement error={form.error('agreement')} />
      <FaultNotice fault={form.fault} />
      <Button type="submit" wide pending={form.pending}>
        {m.register_submit()}
      </Button>
    </form>
  )
}
