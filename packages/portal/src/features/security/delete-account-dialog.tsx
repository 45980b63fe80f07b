import { deleteAccount } from '@kerf/contract/endpoints/security'
import * as m from '@kerf/locales/messages'
import { call } from '../../lib/call.ts'
import { type CodePart, useCodeLink } from '../../lib/code-link.ts'
import { useForm } from '../../lib/form.ts'
import { endSession } from '../../lib/session.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { deletionConfirmed } from './security-rules.ts'

interface Props {
  email: string
  codePart: CodePart
  /** the account is gone and nobody is signed in any more */
  onDeleted(): void
  onClose(): void
}

export function DeleteAccountDialog({ email, codePart: CodePart, onDeleted, onClose }: Props) {
  const link = useCodeLink()
  const form = useForm<'captcha' | 'confirm'>({
    rules: { captcha: link.rule, confirm: deletionConfirmed },
    fieldOf: { incorrect_code: 'captcha', code_expired: 'captcha' },
    async send({ captcha }) {
      // Once sent it is not called back: what was asked for happens.
      await call(deleteAccount, { captcha: captcha.trim(), nonce: link.nonce(), confirm: true })
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
      <CodePart scene="delete" kind="own" form={form} link={link} />
      <Checkbox name="confirm" label={m.security_delete_confirm()} error={form.error('confirm')} />
      <p role="status">{form.pending && m.security_delete_running()}</p>
    </FormDialog>
  )
}
