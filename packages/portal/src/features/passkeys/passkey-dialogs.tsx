import { removePasskey, renamePasskey } from '@kerf/contract/endpoints/passkey'
import { PASSKEY_NAME_LENGTH_MAX } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { optionalRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface RenameProps {
  id: string
  name: string
  /** shown for a passkey without a name */
  fallback: string
  onRenamed(): Promise<unknown>
  onClose(): void
}

export function RenamePasskeyDialog({ id, name, fallback, onRenamed, onClose }: RenameProps) {
  const form = useForm<'name'>({
    rules: { name: optionalRule },
    async send(values, signal) {
      await callApi(renamePasskey, { passkey: id, name: values.name.trim() }, { signal })
      await onRenamed()
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.passkey_rename_title()}
      form={form}
      submit={m.passkey_rename_save()}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={m.passkey_name()}
        hint={m.passkey_name_hint({ name: fallback })}
        defaultValue={name}
        maxLength={PASSKEY_NAME_LENGTH_MAX}
        autoComplete="off"
        error={form.error('name')}
        data-autofocus=""
      />
    </FormDialog>
  )
}

interface RemoveProps {
  id: string
  label: string
  onRemoved(): Promise<unknown>
  onClose(): void
}

export function RemovePasskeyDialog({ id, label, onRemoved, onClose }: RemoveProps) {
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      await withReauthentication(() => callApi(removePasskey, { passkey: id }, { signal }))
      toast(m.passkey_removed({ name: label }), 'success')
      // Close first: the focus must return to the list item before the reload removes it, so that the list can move it.
      onClose()
      await onRemoved()
    },
  })
  return (
    <FormDialog
      title={m.passkey_remove_title({ name: label })}
      form={form}
      submit={m.passkey_remove()}
      tone="danger"
      onClose={onClose}
    >
      <p>{m.passkey_remove_text()}</p>
    </FormDialog>
  )
}
