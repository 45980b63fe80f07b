import * as m from '@kerf/locales/messages'
import { submittedAgreement } from '../../lib/form/agreement.ts'
import { loginAgreementRule, optionalRule, passwordRule } from '../../lib/form/field-rules.ts'
import { accountRule } from '../../lib/form/lazy-field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { AccountField, LoginAgreement } from './fields.tsx'
import styles from './form.module.css'
import { splitRefusal } from './lazy-error-notice.tsx'
import { loadSignIn, preloadSignIn } from './load-sign-in.ts'

type Field = 'account' | 'password' | 'remember' | 'agreement'

export function BusinessLoginForm({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const form = useForm<Field>({
    rules: {
      account: accountRule,
      password: passwordRule,
      remember: optionalRule,
      agreement: loginAgreementRule,
    },
    fieldOf: { agreement_required: 'agreement' },
    async send({ account, password, remember, agreement }, signal) {
      const given = {
        account: account.trim(),
        password,
        remember: remember !== '',
        agreement: submittedAgreement(agreement),
      }
      const signIn = await loadSignIn()
      await signIn.signInWithAccount(given, signal)
      await onSignedIn()
    },
  })
  const { errorId, refusal, notice } = splitRefusal(form.submitError)
  return (
    <form {...form.props} onInputCapture={preloadSignIn} className={styles.form}>
      <AccountField error={form.error('account')} errorId={errorId} />
      <PasswordField
        name="password"
        label={m.login_password()}
        autoComplete="current-password"
        error={form.error('password')}
        errorId={errorId}
      />
      {refusal}
      <div className={styles.row}>
        <Checkbox name="remember" label={m.login_remember()} />
        <AppLink to="findpwd" search="account=1">
          {m.login_forgot()}
        </AppLink>
      </div>
      <LoginAgreement error={form.error('agreement')} />
      {notice}
      <Button type="submit" wide pending={form.pending}>
        {m.login_title()}
      </Button>
    </form>
  )
}
