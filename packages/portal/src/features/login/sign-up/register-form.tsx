import * as m from '@kerf/locales/messages'
import { agreementRule, emailRule } from '../../../lib/form/field-rules.ts'
import { draftRef } from '../../../lib/form/form-draft.ts'
import { newPasswordRule } from '../../../lib/form/lazy-field-rules.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { AgreementField } from '../../../parts/agreement/agreement-field.tsx'
import { hasPasskeySupport } from '../../../parts/passkeys/passkey-support.ts'
import { VerificationCodeField } from '../../../parts/verification-code/verification-code-field.tsx'
import {
  isHumanChecked,
  useVerificationCodeHandle,
} from '../../../parts/verification-code/verification-code-handle.ts'
import { Button } from '../../../ui/button/button.tsx'
import { EmailField } from '../fields.tsx'
import styles from '../form.module.css'
import { FormCard, Step, useFormSteps } from '../form-steps.tsx'
import { LazyErrorNotice } from '../lazy-error-notice.tsx'
import { LazySlot } from '../lazy-slot.tsx'
import { loadSignIn, preloadSignIn } from '../load-sign-in.ts'
import { NewPasswordField } from '../new-password-field.tsx'
import { PageLink, PageLinks } from '../page-links.tsx'
import { AlternativeLogins } from '../social-buttons.tsx'

type Field = 'email' | 'captcha' | 'password' | 'agreement'

/** One thing a step. The last one has the agreement, after the password and above both ways to create the account. */
const STEPS = [['email'], ['captcha'], ['password', 'agreement']] as const
const CODE = 1

/** A social service asks for the agreement where it creates an account. */
const WITHOUT_BOX = { validateField: () => true, value: () => '' }

const loadPasskeySignUp = async () =>
  hasPasskeySupport() ? (await import('./passkey-sign-up.tsx')).PasskeySignUp : undefined

/** The last step shows its second way at once: a button that came later would move what is below it. */
const preloadPasskeySignUp = () => void loadPasskeySignUp().catch(() => {})

interface Props {
  /** of the first step */
  title: string
  onSignedIn(): Promise<void>
}

export function RegisterForm({ title, onSignedIn }: Props) {
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
  const steps = useFormSteps(form, STEPS, index => {
    if (index !== CODE) return false
    preloadPasskeySignUp()
    return link.request()
  })
  return (
    <>
      <FormCard
        steps={steps}
        titles={[title, m.register_confirm(), m.register_password()]}
        name={m.register_name()}
        lead={m.register_lead()}
        address={form.value('email').trim()}
        isChecking={steps.index === CODE && isHumanChecked(link)}
        cancelCheck={link.cancel}
      >
        <form
          {...form.props}
          onSubmit={steps.onSubmit}
          onInputCapture={preloadSignIn}
          className={styles.form}
        >
          <Step steps={steps} at={0}>
            <EmailField error={form.error('email')} />
          </Step>
          <Step steps={steps} at={CODE}>
            <VerificationCodeField
              scene="register"
              form={form}
              handle={link}
              isStep
              onComplete={steps.next}
            />
          </Step>
          <Step steps={steps} at={2}>
            <NewPasswordField label={m.login_password()} error={form.error('password')} inputRef={draftRef} />
            <div className={styles.agreement}>
              <AgreementField error={form.error('agreement')} />
            </div>
          </Step>
          <LazyErrorNotice error={form.submitError} />
          <Button type="submit" wide pending={form.pending}>
            {steps.isLast ? m.register_submit() : m.login_continue()}
          </Button>
          {steps.isLast && (
            <LazySlot load={loadPasskeySignUp} props={{ form, nonce: link.nonce, onSignedIn }} />
          )}
        </form>
        {steps.index === 0 && <AlternativeLogins form={WITHOUT_BOX} />}
      </FormCard>
      {steps.index === 0 && (
        <PageLinks>
          <PageLink
            text={m.register_has_account({ link: '{link}' })}
            to="login"
            label={m.login_title()}
            isSwitch
          />
        </PageLinks>
      )}
    </>
  )
}
