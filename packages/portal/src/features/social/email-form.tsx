import type { AnyErrorName } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'
import { submittedAgreement } from '../../lib/form/agreement.ts'
import { agreementRule, emailRule, optionalRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { AgreementField } from '../../parts/agreement/agreement-field.tsx'
import { providerName } from '../../parts/social/provider-name.ts'
import { VerificationCodeField } from '../../parts/verification-code/verification-code-field.tsx'
import {
  submitAfterCode,
  useVerificationCodeHandle,
} from '../../parts/verification-code/verification-code-handle.ts'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { type ConnectCallbacks, linkIdentity } from './link-identity.ts'
import styles from './steps.module.css'
import type { SocialFlow } from './use-social-flow.ts'

interface Props extends ConnectCallbacks {
  flow: string
  about: SocialFlow
}

/** The mailbox already has an account: known before, or created meanwhile. */
const TAKEN: readonly (AnyErrorName | undefined)[] = ['email_has_connected', 'has_account']

/** Asks for an email address and its verification code when the provider shared no verified email. */
export function EmailForm({ flow, about, ...ends }: Props) {
  const link = useVerificationCodeHandle()
  const form = useForm<'email' | 'captcha' | 'agreement'>({
    rules: {
      email: emailRule,
      captcha: link.rule,
      agreement: about.agreed ? optionalRule : agreementRule,
    },
    fieldOf: {
      has_account: 'email',
      invalid_email: 'email',
      email_has_connected: 'email',
      incorrect_code: 'captcha',
      code_expired: 'captcha',
    },
    send({ email, captcha, ...values }, signal) {
      const agreement = submittedAgreement(values.agreement)
      const given = { flow, email: email.trim(), captcha: captcha.trim(), nonce: link.nonce(), agreement }
      return linkIdentity(given, about, ends, signal)
    },
  })
  const isTaken = TAKEN.includes(form.submitError?.errorName)
  return (
    <form {...form.props} onSubmit={submitAfterCode(link, form.props.onSubmit)} className={styles.form}>
      <TextField
        name="email"
        type="email"
        label={m.login_email()}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.error('email')}
        data-autofocus=""
      />
      <VerificationCodeField scene="bind" form={form} handle={link} isLater />
      {!about.agreed && <AgreementField error={form.error('agreement')} />}
      {isTaken ? (
        <Notice tone="info" role="status">
          {m.social_email_taken({ name: providerName(about.channel) })}
          {sentenceSpace()}
          <AppLink to="login">{m.social_email_taken_go()}</AppLink>
        </Notice>
      ) : (
        <ErrorNotice error={form.submitError} />
      )}
      <Button type="submit" wide pending={form.pending || link.pending}>
        {link.hasRequested ? m.social_email_submit() : m.verification_get_code()}
      </Button>
    </form>
  )
}
