import { changeEmail, setSecondEmail } from '@kerf/contract/endpoints/mailbox'
import * as m from '@kerf/locales/messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { differentEmail } from '../../lib/form/account-field-rules.ts'
import { emailRule as mailbox } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { refreshAccount } from '../../lib/session/current-account.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { CodeDialog } from '../../parts/verification-code/code-dialog.tsx'
import { VerificationCodeField } from '../../parts/verification-code/verification-code-field.tsx'
import { useVerificationCodeHandle } from '../../parts/verification-code/verification-code-handle.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './change-email-dialog.module.css'
import { secondEmailQuery } from './second-email-query.ts'

interface Props {
  /** the current email, which the new one differs from */
  email: string
  /** sets the second email instead */
  second?: boolean
  onClose(): void
}

/** The new address, then the code that was sent to it. */
export function ChangeEmailDialog({ email: present, second = false, onClose }: Props) {
  const link = useVerificationCodeHandle()
  /** Kept while the field is not shown. */
  const [address, setAddress] = useState('')
  const [isChosen, setChosen] = useState(false)
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
      await withReauthentication(() => callApi(second ? setSecondEmail : changeEmail, change, { signal }))
      await (second ? queryClient.invalidateQueries(secondEmailQuery()) : refreshAccount())
      toast(second ? m.second_email_done() : m.security_email_done({ email }), 'success')
      onClose()
    },
  })
  const title = second ? m.second_email_set() : m.security_email_change()
  const isSent = isChosen && link.hasRequested && !form.error('email')
  const returnToAddress = useEffectEvent(() => address !== '' && form.focus('email'))
  useEffect(() => {
    if (!isSent) returnToAddress()
  }, [isSent])
  return (
    <CodeDialog
      handle={link}
      title={title}
      form={form}
      submit={title}
      onRequest={() => {
        setAddress(form.value('email').trim())
        setChosen(true)
      }}
      onClose={onClose}
    >
      <p>{second ? m.second_email_lead() : m.security_email_lead()}</p>
      {isSent ? (
        <p className={styles.address}>
          <input type="hidden" name="email" value={address} />
          <strong>{address}</strong>
          <Button
            variant="quiet"
            size="small"
            aria-label={m.security_email_other()}
            onClick={() => setChosen(false)}
          >
            {m.security_change()}
          </Button>
        </p>
      ) : (
        <TextField
          name="email"
          type="email"
          label={second ? m.second_email() : m.security_email_new()}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={address}
          error={form.error('email')}
          onInput={() => setChosen(false)}
          data-autofocus=""
        />
      )}
      <VerificationCodeField scene="bind" form={form} handle={link} isLater />
    </CodeDialog>
  )
}
