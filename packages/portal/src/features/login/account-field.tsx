import { login_account } from '@kerf/locales/messages'
import { TextField } from '../../ui/text-field/text-field.tsx'

interface Props {
  error: string | undefined
}

export function AccountField({ error }: Props) {
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
