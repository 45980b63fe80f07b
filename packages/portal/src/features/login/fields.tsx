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

interface OwnerFieldProps extends FieldProps {
  /** of an error that concerns the password, too */
  errorId?: string | undefined
}

interface EmailFieldProps extends OwnerFieldProps {
  /** the browser offers passkeys here too */
  passkeys?: boolean
}

/** Password managers need `autocomplete="username"` on each of these forms, which HTML knows for text fields only. */
export function EmailField({ error, errorId, passkeys }: EmailFieldProps) {
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
      errorId={errorId}
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

export function AccountField({ error, errorId }: OwnerFieldProps) {
  useFirstFocus('account')
  return (
    <TextField
      name="account"
      label={login_account()}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
      errorId={errorId}
    />
  )
}
