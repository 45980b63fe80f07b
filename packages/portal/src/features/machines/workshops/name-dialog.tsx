import { createWorkshop, renameWorkshop, WORKSHOP_NAME_MAX } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../../lib/api/api-client.ts'
import { requiredRule } from '../../../lib/form/field-rules.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextField } from '../../../ui/text-field/text-field.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { refreshWorkshops, type Workshop } from '../owner/workshops-query.ts'

interface Props {
  /** undefined: a new one */
  workshop?: Workshop
  onCreated?(workshop: string): void
  onClose(): void
}

/** Creates a workshop, or renames one. */
export function NameDialog({ workshop, onCreated, onClose }: Props) {
  const form = useForm<'name'>({
    rules: { name: requiredRule(m.workshops_name_required) },
    async send({ name: typed }, signal) {
      const name = typed.trim()
      if (workshop) {
        await callApi(renameWorkshop, { name }, { params: { workshop: workshop.id }, signal })
        await refreshWorkshops()
        toast(m.machines_saved(), 'success')
        return onClose()
      }
      const created = await callApi(createWorkshop, { name }, { signal })
      await refreshWorkshops()
      toast(m.workshops_created(), 'success')
      onClose()
      onCreated?.(created.workshop.id)
    },
  })
  return (
    <FormDialog
      title={workshop ? m.workshops_rename_title() : m.workshops_create()}
      form={form}
      submit={workshop ? m.machines_save() : m.workshops_create()}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={m.workshops_name()}
        hint={m.workshops_name_hint()}
        defaultValue={workshop?.name}
        maxLength={WORKSHOP_NAME_MAX}
        autoComplete="off"
        error={form.error('name')}
        data-autofocus=""
      />
    </FormDialog>
  )
}
