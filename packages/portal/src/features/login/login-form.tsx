import { PASSKEY_COOKIE } from '@kerf/contract/cookie-names'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { describeError } from '../../lib/api/describe-error.ts'
import { documentCookies, readCookie } from '../../lib/browser/cookie.ts'
import { hasFinePointer } from '../../lib/browser/fine-pointer.ts'
import { submittedAgreement } from '../../lib/form/agreement.ts'
import { emailRule, loginAgreementRule, optionalRule, passwordRule } from '../../lib/form/field-rules.ts'
import { draftRef } from '../../lib/form/form-draft.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { whenStylesLoaded } from '../../lib/page/when-styles-loaded.ts'
import { lastWay } from '../../lib/session/last-way.ts'
import { useStore } from '../../lib/store.ts'
import { hasPasskeySupport, isPasskeyPermitted } from '../../parts/passkeys/passkey-support.ts'
import {
  submitAfterCode,
  useVerificationCodeHandle,
} from '../../parts/verification-code/verification-code-handle.ts'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { LastUsed } from '../../ui/last-used/last-used.tsx'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { TabPanel, Tabs } from '../../ui/tabs/tabs.tsx'
import { EmailField, LoginAgreement } from './fields.tsx'
import styles from './form.module.css'
import { splitRefusal } from './lazy-error-notice.tsx'
import { LazySlot } from './lazy-slot.tsx'
import { loadPasskeyLogin, loadSignIn, preloadSignIn, preparePasskeyLogin } from './load-sign-in.ts'
import { PasskeyWay } from './passkey-way.tsx'
import { AlternativeLogins } from './social-buttons.tsx'

type Method = 'password' | 'code'
type Field = 'email' | 'password' | 'captcha' | 'remember' | 'agreement'

/** Loaded when the visitor chooses to log in with a code. */
const loadVerificationCodeField = async () =>
  (await import('../../parts/verification-code/verification-code-field.tsx')).VerificationCodeField
type VerificationCodeField = Awaited<ReturnType<typeof loadVerificationCodeField>>

/** The mark has no size of its own: it appears after the page was rendered at build time. */
const Way = ({ name, isLast }: { name: string; isLast: boolean }) => (
  <span className={styles.way}>
    {name}
    {isLast && <LastUsed />}
  </span>
)

export function LoginForm({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const [VerificationCodeField, setVerificationCodeField] = useState<VerificationCodeField>()
  const [method, setMethod] = useState<Method>('password')
  const codeHandle = useVerificationCodeHandle()
  const byCode = method === 'code'
  /** the button requests a code; the field for it comes after that */
  const isCodeFirst = byCode && !codeHandle.hasRequested
  const last = useStore(lastWay, '')
  const [hasPasskeys, setPasskeys] = useState(true)
  /** The button for passkeys stands above the form: the server has reserved its place. Undefined in prerendered pages. */
  const [isPasskeyFirst, setPasskeyFirst] = useState<boolean>()
  const [isPasskeyAsked, setPasskeyAsked] = useState(false)
  useEffect(() => {
    const isFirst = readCookie(documentCookies(), PASSKEY_COOKIE) === '1'
    document.documentElement.toggleAttribute('data-passkey', isFirst)
    // The styles of the first paint do not have those of the button: its text would change when the others arrive.
    void whenStylesLoaded().then(() => setPasskeyFirst(isFirst))
    // Where a frame forbids passkeys, a person whose last login used one is told so in place of the button.
    setPasskeys(hasPasskeySupport() && (isPasskeyPermitted() || lastWay.get() === 'passkey'))
  }, [])
  const form = useForm<Field>({
    rules: {
      email: emailRule,
      password: byCode ? optionalRule : passwordRule,
      captcha: byCode ? codeHandle.rule : optionalRule,
      remember: optionalRule,
      agreement: loginAgreementRule,
    },
    fieldOf: { incorrect_code: 'captcha', code_expired: 'captcha', agreement_required: 'agreement' },
    async send(values, signal) {
      const shared = {
        email: values.email.trim(),
        remember: values.remember !== '',
        agreement: submittedAgreement(values.agreement),
      }
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
    form.clearErrors()
    if (next === 'password') return
    // After an arrow key, `Tabs` moves the focus back to the tab.
    if (hasFinePointer()) form.focus('email')
    if (VerificationCodeField) return
    loadVerificationCodeField().then(
      part => setVerificationCodeField(() => part),
      async (error: unknown) => {
        setMethod('password')
        form.showError(await describeError(error))
      },
    )
  }

  const { errorId, refusal, notice } = splitRefusal(form.submitError)
  const passkey = (
    <LazySlot
      load={isPasskeyAsked ? loadPasskeyLogin : preparePasskeyLogin}
      props={{ form, onSignedIn, isAsked: isPasskeyAsked }}
      onFailed={async error => {
        if (!isPasskeyAsked) return
        setPasskeyAsked(false)
        form.showError(await describeError(error))
      }}
    >
      <PasskeyWay pending={isPasskeyAsked} onClick={() => setPasskeyAsked(true)} />
    </LazySlot>
  )
  return (
    <>
      {hasPasskeys && <div className={styles.above}>{isPasskeyFirst && passkey}</div>}
      <div className={styles.ways}>
        <Tabs
          name="method"
          label={m.login_methods()}
          selected={method}
          onSelect={choose}
          tabs={[
            { value: 'password', label: <Way name={m.login_by_password()} isLast={last === 'password'} /> },
            { value: 'code', label: <Way name={m.login_by_code()} isLast={last === 'captcha'} /> },
          ]}
        />
      </div>
      <TabPanel name="method" value={method} selected={method}>
        <form
          {...form.props}
          onSubmit={byCode ? submitAfterCode(codeHandle, form.props.onSubmit) : form.props.onSubmit}
          onInputCapture={preloadSignIn}
          className={styles.form}
        >
          <EmailField error={form.error('email')} errorId={errorId} passkeys />
          {byCode && VerificationCodeField && (
            <VerificationCodeField scene="login" form={form} handle={codeHandle} isLater />
          )}
          {!byCode && (
            <PasswordField
              name="password"
              label={m.login_password()}
              autoComplete="current-password"
              error={form.error('password')}
              errorId={errorId}
              inputRef={draftRef}
            />
          )}
          {refusal}
          <div className={styles.row}>
            <Checkbox name="remember" label={m.login_remember()} />
            {!byCode && <AppLink to="findpwd">{m.login_forgot()}</AppLink>}
          </div>
          <LoginAgreement error={form.error('agreement')} />
          {notice}
          <Button
            type="submit"
            wide
            pending={form.pending || (byCode && (codeHandle.pending || !VerificationCodeField))}
          >
            {isCodeFirst ? m.verification_get_code() : m.login_title()}
          </Button>
        </form>
      </TabPanel>
      <AlternativeLogins form={form}>
        {hasPasskeys && <div className={styles.below}>{isPasskeyFirst === false && passkey}</div>}
      </AlternativeLogins>
    </>
  )
}
