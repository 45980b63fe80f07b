/** Why the server would refuse a new password. It alone knows the lists of common passwords and the names of all brands. */
import { findPasswordFlaw, type PasswordContext } from '@kerf/contract/password/password-rules'
import * as m from '@kerf/locales/messages'
import { getPageContext } from '../page/page-context.ts'
import { account } from '../session/account.ts'
import { getDraftEmail } from './form-draft.ts'

/** `typed`: the identifiers in the form. Without them, those of the email field and of the account that is signed in. */
export function findNewPasswordFlaw(
  password: string,
  typed: PasswordContext = {},
): (() => string) | undefined {
  const { data } = getPageContext()
  const { min, max } = data.password
  const names = [data.brand.name, data.app.name].flatMap(name => (name ? Object.values(name) : []))
  const info = account.get()?.info
  const flaw = findPasswordFlaw(
    password,
    { min, max, productNames: names },
    {
      email: typed.email || info?.email || getDraftEmail(),
      account: typed.account || info?.enterpriseUser?.uid || '',
    },
  )
  switch (flaw) {
    case 'password_length':
      return () => m.field_password_length({ min, max })
    case 'password_pattern':
      return m.field_password_pattern
    case 'password_own_words':
      return m.field_password_own_words
    default:
      return undefined
  }
}
