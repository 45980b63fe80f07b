import type { SharedRole } from '@kerf/contract/machines/machines'
import { shareWithWorkshopMember } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { RadioField } from '../../../ui/radio-field/radio-field.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { MachinePicture, machineTitle, serialNumberEnd } from '../machine-picture.tsx'
import type { Machine } from '../machines-query.ts'
import type { WorkshopMember } from '../owner/workshops-query.ts'
import { RoleField, UntilField, untilInput, untilRule } from '../role-fields.tsx'

interface Props {
  workshop: string
  member: WorkshopMember
  /** at least one */
  machines: readonly Machine[]
  onClose(): void
}

/** Gives a member a role on a machine of the workshop. */
export function ShareDialog({ workshop, member: { handle, name }, machines, onClose }: Props) {
  const [machine, setMachine] = useState(machines[0]?.id ?? '')
  const [role, setRole] = useState<SharedRole>('operator')
  const form = useForm<'until'>({
    rules: { until: untilRule },
    async send({ until }, signal) {
      const params = { workshop, member: handle }
      await callApi(shareWithWorkshopMember, { machine, role, ...untilInput(until) }, { params, signal })
      toast(m.workshops_shared({ name }), 'success')
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.workshops_share_title({ name })}
      form={form}
      submit={m.workshops_share_submit()}
      onClose={onClose}
    >
      <RadioField
        name="machine"
        label={m.workshops_share_machine()}
        options={machines.map(one => ({
          value: one.id,
          label: machineTitle(one),
          detail: serialNumberEnd(one.sn),
          picture: <MachinePicture line={one.line} />,
        }))}
        value={machine}
        onSelect={setMachine}
      />
      <RoleField value={role} onSelect={setRole} />
      <UntilField error={form.error('until')} />
    </FormDialog>
  )
}
