/** Fields shared by the sign-in forms. */
import * as m from '@kerf/locales/messages'
import { getDraftEmail, saveDraftEmail } from '../../lib/form-draft.ts'
import { insertElements } from '../../lib/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'

interface FieldProps {
  error: string | undefined
}

/** Password managers need `autocomplete="username"` on each of these forms, which HTML knows for text fields only. */
export function EmailField({ error }: FieldProps) {
  return (
    <TextField
      name="email"
      inputMode="email"
      label={m.login_email()}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={getDraftEmail() || undefined}
      onInput={saveDraftEmail}
      error={error}
    />
  )
}

export function AgreementField({ error }: FieldProps) {
  const label = insertElements(m.login_agreement({ terms: '{terms}', privacy: '{privacy}' }), {
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
  return <Checkbox name="agreement" label={label} error={error} />
}
