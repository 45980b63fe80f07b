import { describeSocialFlow } from '@kerf/contract/endpoints/social'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { submittedAgreement } from '../../lib/form/agreement.ts'
import { agreementRule, optionalRule, passwordRule as required } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
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
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { type ConnectCallbacks, linkIdentity } from './link-identity.ts'
import styles from './steps.module.css'
import type { SocialFlow } from './use-social-flow.ts'

interface Props extends ConnectCallbacks {
  flow: string
  about: SocialFlow
}

const AGREEMENT_REQUIRED = 'agreement_required'

/** Proves ownership of the existing account with the same email: by its password, without one by a code to that mailbox. */
export function OwnershipForm({ flow, about, ...ends }: Props) {
  const byCode = !about.hasPassword
  const link = useVerificationCodeHandle()
  /** the account has not agreed to the present legal documents */
  const [isAgreementMissing, setAgreementMissing] = useState(false)
  const form = useForm<'password' | 'captcha' | 'agreement'>({
    rules: {
      password: byCode ? optionalRule : required,
      captcha: byCode ? link.rule : optionalRule,
      agreement: isAgreementMissing ? agreementRule : optionalRule,
    },
    fieldOf: {
      incorrect_account: 'password',
      incorrect_code: 'captcha',
      code_expired: 'captcha',
      agreement_required: 'agreement',
    },
    send({ password, captcha, ...values }, signal) {
      const proof = byCode ? { captcha: captcha.trim(), nonce: link.nonce() } : { password }
      const agreement = submittedAgreement(values.agreement)
      return linkIdentity({ flow, agreement, ...proof }, about, ends, signal).catch((error: unknown) => {
        if (errorNameOf(error) === AGREEMENT_REQUIRED) flushSync(() => setAgreementMissing(true))
        throw error
      })
    },
  })
  /** The server derives the mailbox from the flow, so that codes cannot be sent to another address. */
  const opening = {
    receiver: flow,
    async open(signal: AbortSignal) {
      const { nonce, email } = await callApi(describeSocialFlow, { flow }, { signal })
      return { nonce, receiver: email }
    },
  }
  return (
    <form
      {...form.props}
      onSubmit={byCode ? submitAfterCode(link, form.props.onSubmit) : form.props.onSubmit}
      className={styles.form}
    >
      <input hidden name="username" autoComplete="username" defaultValue={about.email} />
      {byCode ? (
        <VerificationCodeField scene="login" request={opening} form={form} handle={link} isLater />
      ) : (
        <PasswordField
          name="password"
          label={m.login_password()}
          autoComplete="current-password"
          error={form.error('password')}
          data-autofocus=""
        />
      )}
      {!byCode && (
        <p className={styles.forgot}>
          <AppLink to="findpwd">{m.login_forgot()}</AppLink>
        </p>
      )}
      {isAgreementMissing && <AgreementField error={form.error('agreement')} />}
      <ErrorNotice error={form.submitError} />
      <Button type="submit" wide pending={form.pending || link.pending}>
        {byCode && !link.hasRequested
          ? m.verification_get_code()
          : m.social_proof_submit({ name: providerName(about.channel) })}
      </Button>
    </form>
  )
}
