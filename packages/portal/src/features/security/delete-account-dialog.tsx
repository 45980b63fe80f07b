import { deleteAccount } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api-client.ts'
import { endSession } from '../../lib/session.ts'
import { setSigningOut } from '../../lib/session-expiry.ts'
import { useForm } from '../../lib/use-form.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { useVerificationCodeHandle } from '../../ui/code-field/verification-code-slot.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import type { InjectedDeps } from './injected-deps.ts'
import { deletionConfirmed } from './security-rules.ts'

interface Props {
  email: string
  deps: InjectedDeps
  /** the account is deleted and the session has ended */
  onDeleted(): void
  onClose(): void
}

export function DeleteAccountDialog({
  email,
  deps: { withReauthentication, verificationCodeField: VerificationCodeField },
  onDeleted,
  onClose,
}: Props) {
  const link = useVerificationCodeHandle()
  const form = useForm<'captcha' | 'confirm'>({
    rules: { captcha: link.rule, confirm: deletionConfirmed },
    fieldOf: { incorrect_code: 'captcha', code_expired: 'captcha' },
    async send({ captcha }) {
      // Not aborted when the dialog closes: the server would delete the account anyway.
      // The server ends the session before it answers: other calls would report an expired login.
      setSigningOut(true)
      try {
        const input = { captcha: captcha.trim(), nonce: link.nonce(), confirm: true } as const
        await withReauthentication(() => callApi(deleteAccount, input))
      } finally {
        setSigningOut(false)
      }
      endSession()
      onDeleted()
    },
  })
  return (
    <FormDialog
      title={m.security_delete_dialog_title()}
      form={form}
      submit={m.security_delete_submit()}
      tone="danger"
      onClose={onClose}
    >
      <p>{m.security_delete_dialog_text({ email })}</p>
      <VerificationCodeField scene="delete" kind="own" form={form} handle={link} />
      <Checkbox name="confirm" label={m.security_delete_confirm()} error={form.error('confirm')} />
      <p role="status">{form.pending && m.security_delete_running()}</p>
    </FormDialog>
  )
}
