import { login_password_hint } from '@kerf/locales/messages'
import type { Ref } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { ratePassword } from '../../ui/password-field/password-strength.ts'

interface Props {
  label: string
  error: string | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

export function NewPasswordField({ label, error, inputRef }: Props) {
  return (
    <PasswordField
      name="password"
      label={label}
      autoComplete="new-password"
      rate={ratePassword}
      hint={login_password_hint(getPageContext().data.password)}
      error={error}
      inputRef={inputRef}
    />
  )
}
