import * as m from '@kerf/locales/messages'
import { getPageContext } from '../../lib/page/page-context.ts'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { ratePassword } from '../../ui/password-field/password-strength.ts'

/** New password and its repetition. */
export function NewPasswordFields({ error }: { error(name: 'password' | 'again'): string | undefined }) {
  return (
    <>
      <PasswordField
        name="password"
        label={m.findpwd_new()}
        autoComplete="new-password"
        rate={ratePassword}
        hint={m.login_password_hint(getPageContext().data.password)}
        error={error('password')}
      />
      <PasswordField
        name="again"
        label={m.findpwd_again()}
        autoComplete="new-password"
        error={error('again')}
      />
    </>
  )
}

/** Tells password managers which account the password belongs to. */
export const UsernameField = ({ name }: { name: string }) => (
  <input hidden name="username" autoComplete="username" defaultValue={name} />
)
