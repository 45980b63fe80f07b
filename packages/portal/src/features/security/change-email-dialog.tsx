import { changeEmail } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api-client.ts'
import { refreshAccount } from '../../lib/current-account.ts'
import { emailRule as mailbox } from '../../lib/field-rules.ts'
import { useForm } from '../../lib/use-form.ts'
import { useVerificationCodeHandle } from '../../ui/code-field/verification-code-slot.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import type { InjectedDeps } from './injected-deps.ts'
import { differentEmail } from './security-rules.ts'

interface Props {
  /** the current email */
  email: string
  deps: InjectedDeps
  onClose(): void
}

export function ChangeEmailDialog({
  email: present,
  deps: { withReauthentication, verificationCodeField: VerificationCodeField },
  onClose,
}: Props) {
  const link = useVerificationCodeHandle()
  const form = useForm<'email' | 'captcha'>({
    rules: {
      email: (value, others) => mailbox(value, others) ?? differentEmail(present)(value, others),
      captcha: link.rule,
    },
    fieldOf: {
      invalid_email: 'email',
      email_has_connected: 'email',
      incorrect_code: 'captcha',
      code_expired: 'captcha',
    },
    async send(values, signal) {
      const email = values.email.trim()
      const change = { email, captcha: values.captcha.trim(), nonce: link.nonce() }
      await withReauthentication(() => callApi(changeEmail, change, { signal }))
      await refreshAccount()
      toast(m.security_email_done({ email }), 'success')
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.security_email_change()}
      form={form}
      submit={m.security_email_change()}
      onClose={onClose}
    >
      <p>{m.security_email_lead()}</p>
      <TextField
        name="email"
        type="email"
        label={m.security_email_new()}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.error('email')}
        data-autofocus=""
      />
      <VerificationCodeField scene="bind" form={form} handle={link} />
    </FormDialog>
  )
}
