import * as m from '@kerf/locales/messages'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { submittedAgreement } from '../../lib/form/agreement.ts'
import { agreementRule, emailRule, optionalRule } from '../../lib/form/field-rules.ts'
import { accountRule, newPasswordRule, repeatedPasswordRule } from '../../lib/form/lazy-field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { AgreementField } from '../../parts/agreement/agreement-field.tsx'
import { VerificationCodeField } from '../../parts/verification-code/verification-code-field.tsx'
import {
  isHumanChecked,
  useVerificationCodeHandle,
  type VerificationCodeRequest,
} from '../../parts/verification-code/verification-code-handle.ts'
import { Button } from '../../ui/button/button.tsx'
import { BackLink } from '../../ui/flow-step/back-button.tsx'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { AccountField, EmailField } from './fields.tsx'
import styles from './form.module.css'
import stepStyles from './form-steps.module.css'
import { FormCard, Step, useFormSteps } from './form-steps.tsx'
import { LazyErrorNotice } from './lazy-error-notice.tsx'
import { loadSignIn, preloadSignIn } from './load-sign-in.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { HelpLine } from './page-links.tsx'

type Field = 'email' | 'secondEmail' | 'account' | 'captcha' | 'password' | 'again' | 'agreement'

/** The code is proven with the last step, whose call sets the password. */
const CODE = 1
const AGREEMENT_REQUIRED = 'agreement_required'

interface Props {
  /** an enterprise account, identified by its account ID */
  business: boolean
  onSignedIn(): Promise<void>
}

export function FindPasswordForm({ business, onSignedIn }: Props) {
  const link = useVerificationCodeHandle()
  const owner = business ? 'account' : 'email'
  const title = business ? m.findpwd_title_business() : m.findpwd_title()
  /** the code is mailed to the second address of the account */
  const [isSecond, setSecond] = useState(false)
  /** the same, also before the next render: the step that asks for a code is entered in the same event */
  const isSecondWanted = useRef(false)
  /** the account has not agreed to the present legal documents */
  const [isAgreementMissing, setAgreementMissing] = useState(false)
  const form = useForm<Field>({
    rules: {
      email: business ? optionalRule : emailRule,
      secondEmail: isSecond ? emailRule : optionalRule,
      account: business ? accountRule : optionalRule,
      captcha: link.rule,
      password: newPasswordRule,
      again: repeatedPasswordRule,
      agreement: isAgreementMissing ? agreementRule : optionalRule,
    },
    fieldOf: {
      no_account: 'account',
      email_no_account: 'email',
      incorrect_code: 'captcha',
      code_expired: 'captcha',
      agreement_required: 'agreement',
    },
    async send(values, signal) {
      const proof = { captcha: values.captcha.trim(), nonce: link.nonce(), password: values.password }
      const signIn = await loadSignIn()
      const agreement = submittedAgreement(values.agreement)
      await signIn
        .resetPassword(
          {
            [owner]: values[owner].trim(),
            ...(isSecond && { secondEmail: values.secondEmail.trim() }),
            ...proof,
            agreement,
          },
          signal,
        )
        .catch((error: unknown) => {
          if (errorNameOf(error) === AGREEMENT_REQUIRED) flushSync(() => setAgreementMissing(true))
          throw error
        })
      await onSignedIn()
    },
  })
  /** Asks for a code to the second address that the person types. */
  const request: VerificationCodeRequest = {
    get receiver() {
      return `${form.value('email').trim()} ${form.value('secondEmail').trim()}`
    },
    check: () => [form.validateField('email'), form.validateField('secondEmail')].every(Boolean),
    async open(signal) {
      const { openSecondMailbox } = await loadSignIn()
      return openSecondMailbox(form.value('email').trim(), form.value('secondEmail').trim(), signal)
    },
  }
  const fields: readonly (readonly Field[])[] = [
    [owner],
    isSecond ? ['secondEmail', 'captcha'] : ['captcha'],
    ['password', 'again', 'agreement'],
  ]
  const steps = useFormSteps(
    form,
    fields,
    index => index === CODE && !isSecondWanted.current && link.request(),
  )
  function chooseMailbox(second: boolean) {
    isSecondWanted.current = second
    flushSync(() => setSecond(second))
  }
  function goToSecondMailbox() {
    if (steps.index < CODE) {
      if (!form.validateField(owner)) return
      chooseMailbox(true)
      steps.next()
    } else chooseMailbox(true)
    form.focus('secondEmail')
  }
  return (
    <FormCard
      steps={steps}
      titles={[title, m.findpwd_confirm(), m.not_me_recover()]}
      name={title}
      lead={business ? m.findpwd_lead_business() : m.findpwd_lead()}
      address={form.value(owner).trim()}
      isChecking={steps.index === CODE && isHumanChecked(link)}
      cancelCheck={link.cancel}
      back={
        <BackLink to={business ? 'login-business' : 'login'}>
          {business ? m.findpwd_back_business() : m.findpwd_back()}
        </BackLink>
      }
    >
      <form
        {...form.props}
        onSubmit={event => {
          // The first step asks for a code to the first address.
          if (steps.index < CODE && isSecond) chooseMailbox(false)
          steps.onSubmit(event)
        }}
        onInputCapture={preloadSignIn}
        className={styles.form}
      >
        <Step steps={steps} at={0}>
          {business ? (
            <AccountField error={form.error('account')} />
          ) : (
            <EmailField error={form.error('email')} />
          )}
        </Step>
        <Step steps={steps} at={CODE}>
          {isSecond && (
            <TextField
              name="secondEmail"
              type="email"
              label={m.findpwd_second()}
              hint={m.findpwd_second_hint()}
              autoCapitalize="none"
              spellCheck={false}
              error={form.error('secondEmail')}
            />
          )}
          <VerificationCodeField
            key={isSecond ? 'second' : owner}
            scene="findpwd"
            kind={owner}
            {...(isSecond && { request })}
            form={form}
            handle={link}
            isStep
            onComplete={steps.next}
          />
          {!business && !isSecond && (
            <Button variant="quiet" size="small" onClick={goToSecondMailbox}>
              {m.findpwd_use_second()}
            </Button>
          )}
        </Step>
        <Step steps={steps} at={2}>
          <NewPasswordField label={m.findpwd_new()} error={form.error('password')} />
          <PasswordField
            name="again"
            label={m.findpwd_again()}
            autoComplete="new-password"
            error={form.error('again')}
          />
          {isAgreementMissing && <AgreementField error={form.error('agreement')} />}
        </Step>
        <LazyErrorNotice error={form.submitError} />
        <Button type="submit" wide pending={form.pending}>
          {steps.isLast ? m.findpwd_submit() : m.login_continue()}
        </Button>
      </form>
      {steps.index < CODE && (
        <div className={stepStyles.access}>
          {business ? (
            <HelpLine text={m.findpwd_business_help({ link: '{link}' })} />
          ) : (
            <button type="button" onClick={goToSecondMailbox}>
              {m.findpwd_no_access()}
            </button>
          )}
        </div>
      )}
    </FormCard>
  )
}
