import * as m from '@kerf/locales/messages'
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
  /** the user name for password managers: email or account ID */
  account: string
  onChanged(): void
}

export function ChangePasswordDialog({ business, account, onChanged, onClose }: Props & { onClose(): void }) {
  const form = useChangePassword(business, () => {
    toast(m.security_password_changed(), 'success')
    onClose()
    onChanged()
  })
  return (
    <FormDialog
      title={m.security_password_change()}
      form={form}
      submit={m.security_password_change()}
      onClose={onClose}
    >
      <p>{m.security_password_ends()}</p>
      <Fields form={form} account={account} label={m.security_password_old()} />
    </FormDialog>
  )
}

/** Replaces the password that an operator assigned. Rendered in a page instead of a dialog. */
export function FirstPasswordForm({ account, onChanged }: Omit<Props, 'business'>) {
  const form = useChangePassword(true, onChanged)
  return (
    <form {...form.props} className={styles.form}>
      <p className={styles.lead}>{m.security_password_ends()}</p>
      <Fields form={form} account={account} label={m.security_password_given()} />
      <ErrorNotice error={form.submitError} />
      <Button type="submit" wide pending={form.pending}>
        {m.security_password_set()}
      </Button>
    </form>
  )
}

function Fields({ form, account, label }: { form: ChangePasswordForm; account: string; label: string }) {
  return (
    <>
      <UsernameField name={account} />
      <PasswordField
        name="oldPassword"
        label={label}
        autoComplete="current-password"
        error={form.error('oldPassword')}
        data-autofocus=""
      />
      <NewPasswordFields error={form.error} />
    </>
  )
}
