import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { forgetTypedPassword, getTypedPassword } from '../../lib/session/typed-password.ts'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { PasswordField } from '../../ui/password-field/password-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './change-password.module.css'
import { NewPasswordFields, UsernameField } from './password-fields.tsx'
import { type ChangePasswordForm, useChangePassword } from './use-change-password.ts'

interface Props {
  business: boolean
  /** something other than the password belongs to a login, such as a passkey */
  hasOtherCredentials: boolean
  /** the user name for password managers: email or account ID */
  account: string
  onChanged(): void
}

export function ChangePasswordDialog({
  business,
  hasOtherCredentials,
  account,
  onChanged,
  onClose,
}: Props & { onClose(): void }) {
  const form = useChangePassword({
    business,
    onDone() {
      toast(m.security_password_changed(), 'success')
      onClose()
      onChanged()
    },
  })
  return (
    <FormDialog
      title={m.security_password_change()}
      form={form}
      submit={m.security_password_change()}
      onClose={onClose}
    >
      <p>{m.security_password_ends()}</p>
      {!business && hasOtherCredentials && <p>{m.security_password_keeps()}</p>}
      <Fields
        form={form}
        account={account}
        label={m.security_password_old()}
        forgotLink={
          <AppLink to="findpwd" search={business ? 'account=1' : ''}>
            {m.login_forgot()}
          </AppLink>
        }
      />
    </FormDialog>
  )
}

/** Replaces the password that an operator assigned. A person who has just typed it is not asked for it again. */
export function FirstPasswordForm({ account, onChanged }: Pick<Props, 'account' | 'onChanged'>) {
  const [known, setKnown] = useState(getTypedPassword)
  const form = useChangePassword({
    business: true,
    known,
    onKnownRefused: () => setKnown(undefined),
    onDone() {
      forgetTypedPassword()
      onChanged()
    },
  })
  return (
    <form {...form.props} className={styles.form}>
      <Fields
        form={form}
        account={account}
        label={known === undefined ? m.security_password_given() : undefined}
      />
      <p className={styles.lead}>{m.security_password_ends()}</p>
      <ErrorNotice error={form.submitError} />
      <Button type="submit" wide pending={form.pending}>
        {m.security_password_set()}
      </Button>
    </form>
  )
}

interface FieldsProps {
  form: ChangePasswordForm
  account: string
  /** of the old password; undefined: it is known */
  label: string | undefined
  /** for a person who does not know the old password */
  forgotLink?: ReactNode
}

function Fields({ form, account, label, forgotLink }: FieldsProps) {
  return (
    <>
      <UsernameField name={account} />
      {label !== undefined && (
        <PasswordField
          name="oldPassword"
          label={label}
          autoComplete="current-password"
          error={form.error('oldPassword')}
          action={forgotLink}
          data-autofocus=""
        />
      )}
      <NewPasswordFields error={form.error} />
    </>
  )
}
