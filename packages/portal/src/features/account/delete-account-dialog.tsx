import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { deletionConfirmed } from '../../lib/form/account-field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { endSession } from '../../lib/session/session.ts'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { setSigningOut } from '../../lib/token/session-expiry.ts'
import { portalHref } from '../../lib/url/links.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { CodeDialog } from '../../parts/verification-code/code-dialog.tsx'
import { VerificationCodeField } from '../../parts/verification-code/verification-code-field.tsx'
import { useVerificationCodeHandle } from '../../parts/verification-code/verification-code-handle.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import styles from './delete-account-card.module.css'

interface Props {
  email: string
  notice: ReactNode
  /** the account is deleted and the session has ended */
  onDeleted(): void
  onClose(): void
}

export function DeleteAccountDialog({ email, notice, onDeleted, onClose }: Props) {
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
    <CodeDialog
      handle={link}
      title={m.security_delete_dialog_title()}
      form={form}
      submit={m.security_delete_submit()}
      tone="danger"
      onClose={onClose}
    >
      <div className={styles.losses}>
        <p className={styles.warning}>{m.security_delete_text()}</p>
        <p>{m.security_delete_lost()}</p>
        <ul className={styles.lost}>
          <li>{m.security_delete_lost_benefits()}</li>
          <li>{m.security_delete_lost_certificates()}</li>
          <li>{m.security_delete_lost_machines()}</li>
          <li>{m.security_delete_lost_messages()}</li>
          <li>{m.security_delete_lost_profile()}</li>
        </ul>
        <p>
          {m.security_delete_download()}
          {sentenceSpace()}
          <PortalLink href={portalHref('profile/security/data')}>{m.security_export_title()}</PortalLink>
        </p>
      </div>
      {notice}
      <p>{m.security_delete_dialog_text({ email })}</p>
      <VerificationCodeField scene="delete" kind="own" form={form} handle={link} isLater />
      {link.hasRequested && (
        <Checkbox name="confirm" label={m.security_delete_confirm()} error={form.error('confirm')} />
      )}
      <p role="status" className={styles.running}>
        {form.pending && m.security_delete_running()}
      </p>
    </CodeDialog>
  )
}
