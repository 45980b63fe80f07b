import { changeEnterprisePassword, changePassword } from '@kerf/contract/endpoints/security'
import { callApi } from '../../lib/api-client.ts'
import { refreshAccount } from '../../lib/current-account.ts'
import { passwordRule as required } from '../../lib/field-rules.ts'
import { repeatedPasswordRule } from '../../lib/lazy-field-rules.ts'
import { type Form, useForm } from '../../lib/use-form.ts'
import { differentPassword } from './security-rules.ts'

type Field = 'oldPassword' | 'password' | 'again'
export type ChangePasswordForm = Form<Field>

/** The form that changes the password of a personal or an enterprise account. */
export function useChangePassword(business: boolean, onDone: () => void): ChangePasswordForm {
  return useForm<Field>({
    rules: { oldPassword: required, password: differentPassword, again: repeatedPasswordRule },
    fieldOf: { incorrect_password: 'oldPassword' },
    async send({ oldPassword, password }, signal) {
      await callApi(
        business ? changeEnterprisePassword : changePassword,
        { oldPassword, password },
        { signal },
      )
      await refreshAccount()
      onDone()
    },
  })
}
