import { changeEnterprisePassword, changePassword } from '@kerf/contract/endpoints/password'
import { flushSync } from 'react-dom'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { differentPassword } from '../../lib/form/account-field-rules.ts'
import { optionalRule, passwordRule as required } from '../../lib/form/field-rules.ts'
import { repeatedPasswordRule } from '../../lib/form/lazy-field-rules.ts'
import { type Form, useForm } from '../../lib/form/use-form.ts'
import { refreshAccount } from '../../lib/session/current-account.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'

type Field = 'oldPassword' | 'password' | 'again'
export type ChangePasswordForm = Form<Field>

const WRONG = 'incorrect_password'

interface Options {
  readonly business: boolean
  /** the old password, if it is known and its field is left out */
  readonly known?: string | undefined
  /** the known password is no longer the right one: its field is needed */
  onKnownRefused?(): void
  onDone(): void
}

/** The form that changes the password of a personal or an enterprise account. */
export function useChangePassword({ business, known, onKnownRefused, onDone }: Options): ChangePasswordForm {
  return useForm<Field>({
    rules: {
      oldPassword: known === undefined ? required : optionalRule,
      password: (password, values) =>
        differentPassword(password, { ...values, oldPassword: known ?? values.oldPassword ?? '' }),
      again: repeatedPasswordRule,
    },
    fieldOf: { [WRONG]: 'oldPassword' },
    async send({ oldPassword, password }, signal) {
      const change = business ? changeEnterprisePassword : changePassword
      const input = { oldPassword: known ?? oldPassword, password }
      await withReauthentication(() => callApi(change, input, { signal })).catch((error: unknown) => {
        // The field is there before the error is shown beside it.
        if (known !== undefined && errorNameOf(error) === WRONG) flushSync(() => onKnownRefused?.())
        throw error
      })
      await refreshAccount()
      onDone()
    },
  })
}
