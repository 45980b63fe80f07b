/** Fields shared by the sign-in forms. */
import * as m from '@kerf/locales/messages'
import { draftRef, getDraftEmail, saveDraftEmail } from '../../lib/form-draft.ts'
import { insertElements } from '../../lib/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
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

const withLegalLinks = (text: (words: { terms: string; privacy: string }) => string) =>
  insertElements(text({ terms: '{terms}', privacy: '{privacy}' }), {
    terms: (
      <AppLink to="terms" beside>
        {m.app_terms()}
      </AppLink>
    ),
    privacy: (
      <AppLink to="privacy" beside>
        {m.app_privacy()}
      </AppLink>
    ),
  })

/** The box for the legal documents. */
export const AgreementField = ({ error }: FieldProps) => (
  <Checkbox name="agreement" label={withLegalLinks(m.login_agreement)} error={error} />
)

/** The box, or the line in its place: see `agreement.ts`. */
export const LoginAgreement = (props: FieldProps) => (
  <>
    <div className={styles.box}>
      <AgreementField {...props} />
    </div>
    <p className={styles.line}>{withLegalLinks(m.login_agreement_line)}</p>
  </>
)
