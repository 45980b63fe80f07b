/** Fields shared by the sign-in forms. */
import * as m from '@kerf/locales/messages'
import { login_account } from '@kerf/locales/messages'
import { draftRef, getDraftEmail, saveDraftEmail } from '../../lib/form/form-draft.ts'
import { useFirstFocus } from '../../lib/form/use-first-focus.ts'
import { AgreementField, withLegalLinks } from '../../parts/agreement/agreement-field.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import styles from './form.module.css'

interface FieldProps {
  error: string | undefined
}

interface EmailFieldProps extends FieldProps {
  /** the browser offers passkeys here too */
  passkeys?: boolean
}

/** Password managers need `autocomplete="username"` on each of these forms, which HTML knows for text fields only. */
export function EmailField({ error, passkeys }: EmailFieldProps) {
  useFirstFocus('email')
  return (
    <TextField
      name="email"
      inputMode="email"
      label={m.login_email()}
      autoComplete={passkeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={getDraftEmail() || undefined}
      inputRef={draftRef}
      onInput={saveDraftEmail}
      error={error}
    />
  )
}

/** The box, or the line in its place: see `agreement.ts`. */
export const LoginAgreement = (props: FieldProps) => (
  <>
    <div className={styles.box}>
      <AgreementField {...props} />
    </div>
    <p className={styles.line}>{withLegalLinks(m.login_agreement_line)}</p>
  </>
)

interface Props {
  error: string | undefined
}

export function AccountField({ error }: Props) {
  useFirstFocus('account')
  return (
    <TextField
      name="account"
      label={login_account()}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
    />
  )
}
