import { changeEnterprisePassword, changePassword } from '@kerf/contract/endpoints/security'
import { refreshAccount } from '../../lib/account-data.ts'
import { call } from '../../lib/call.ts'
import { type Form, useForm } from '../../lib/form.ts'
import { repeated } from '../../lib/later-rules.ts'
import { password as required } from '../../lib/rules.ts'
import { differentPassword } from './security-rules.ts'

type Field = 'oldPassword' | 'password' | 'again'
export type ChangePasswordForm = Form<Field>

/** Old, new, confirm, of either kind of account. */
export function useChangePassword(business: boolean, onDone: () => void): ChangePasswordForm {
  return useForm<Field>({
    rules: { oldPassword: required, password: differentPassword, again: repeated },
    fieldOf: { incorrect_password: 'oldPassword', password_too_common: 'password' },
    async send({ oldPassword, password }, signal) {
      await call(business ? changeEnterprisePassword : changePassword, { oldPassword, password }, { signal })
      await refreshAccount()
      onDone()
    },
  })
}
