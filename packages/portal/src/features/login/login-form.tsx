import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { agreementRule, emailRule, optionalRule, passwordRule } from '../../lib/field-rules.ts'
import { useForm } from '../../lib/use-form.ts'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import {
  useVerificationCodeHandle,
  type VerificationCodeFieldComponent,
} from '../../ui/code-field/verification-code-slot.ts'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs/tabs.tsx'
import { AgreementField, EmailField } from './fields.tsx'
import styles from './form.module.css'
import { LazyErrorNotice } from './lazy-error-notice.tsx'
import { loadSignIn, preloadSignIn } from './load-sign-in.ts'
import { type LoadSocial, SocialSlot } from './social-slot.tsx'

type Method = 'password' | 'code'
type Field = 'email' | 'password' | 'captcha' | 'remember' | 'agreement'

interface Props {
  /** loads the code field when the visitor chooses to log in with a code */
  loadVerificationCodeField(): Promise<VerificationCodeFieldComponent>
  readonly loadSocial: LoadSocial
  onSignedIn(): Promise<void>
}

export function LoginForm({ loadVerificationCodeField, loadSocial, onSignedIn }: Props) {
  const [VerificationCodeField, setVerificationCodeField] = useState<VerificationCodeFieldComponent>()
  const [method, setMethod] = useState<Method>('password')
  const codeHandle = useVerificationCodeHandle()
  const byCode = method === 'code'
  const form = useForm<Field>({
    rules: {
      email: emailRule,
      password: byCode ? optionalRule : passwordRule,
      captcha: byCode ? codeHandle.rule : optionalRule,
      remember: optionalRule,
      agreement: agreementRule,
    },
    fieldOf: { email_no_account: 'email', incorrect_code: 'captcha', code_expired: 'captcha' },
    async send(values, signal) {
      const shared = {
        email: values.email.trim(),
        remember: values.remember !== '',
        agreement: true,
      } as const
      const signIn = await loadSignIn()
      await (byCode
        ? signIn.signInWithCode(
            { ...shared, captcha: values.captcha.trim(), nonce: codeHandle.nonce() },
            signal,
          )
        : signIn.signInWithPassword({ ...shared, password: values.password }, signal))
      await onSignedIn()
    },
  })

  function choose(next: Method) {
    setMethod(next)
    if (next === 'password' || VerificationCodeField) return
    loadVerificationCodeField().then(
      part => setVerificationCodeField(() => part),
      async (error: unknown) => {
        setMethod('password')
        form.showError(await describeError(error))
      },
    )
  }

  return (
    <>
      <Tabs
        name="method"
        label={m.login_methods()}
        selected={method}
        onSelect={choose}
        tabs={[
          { value: 'password', label: m.login_by_password() },
          { value: 'code', label: m.login_by_code() },
        ]}
      />
      <TabPanel name="method" value={method} selected={method}>
        <form {...form.props} onFocus={preloadSignIn} className={styles.form}>
          <EmailField error={form.error('email')} />
          {byCode && VerificationCodeField && (
            <VerificationCodeField scene="login" form={form} handle={codeHandle} />
          )}
          {byCode && !VerificationCodeField && <Skeleton shape="control" />}
          {!byCode && (
            <PasswordField
              name="password"
              label={m.login_password()}
              autoComplete="current-password"
              error={form.error('password')}
            />
          )}
          <div className={styles.row}>
            <Checkbox name="remember" label={m.login_remember()} />
            <AppLink to="findpwd">{m.login_forgot()}</AppLink>
          </div>
          <AgreementField error={form.error('agreement')} />
          <LazyErrorNotice error={form.submitError} />
          <Button type="submit" wide pending={form.pending}>
            {m.login_title()}
          </Button>
        </form>
      </TabPanel>
      <SocialSlot load={loadSocial} form={form} />
    </>
  )
}
