import type { OutputOf } from '@kerf/contract/endpoint'
import { INVITATION_USES_MAX, inviteToMachine, type SharedRole } from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { emailRule, type FieldRule, optionalRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { RadioField } from '../../ui/radio-field/radio-field.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { type Machine, ownsMachine } from './machines-query.ts'
import { RoleField, UntilField, untilInput, untilRule } from './role-fields.tsx'

export type Invitation = OutputOf<typeof inviteToMachine>

interface Props {
  machine: Machine
  onCreated(invitation: Invitation): Promise<void>
  onClose(): void
}

const usesRule: FieldRule = value =>
  /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= INVITATION_USES_MAX
    ? undefined
    : () => m.invite_uses_invalid({ max: INVITATION_USES_MAX })

/** Creates an invitation: which role, until when, and for whom. */
export function InviteDialog({ machine, onCreated, onClose }: Props) {
  const [role, setRole] = useState<SharedRole>('operator')
  const [to, setTo] = useState<'link' | 'email'>('link')
  const byLink = to === 'link'
  const form = useForm<'until' | 'email' | 'uses'>({
    rules: {
      until: untilRule,
      email: byLink ? optionalRule : emailRule,
      uses: byLink ? usesRule : optionalRule,
    },
    async send({ until, email, uses }, signal) {
      const receiver = byLink ? { uses: Number(uses) } : { email: email.trim() }
      const input = { role, ...receiver, ...untilInput(until) }
      await onCreated(await callApi(inviteToMachine, input, { params: { machine: machine.id }, signal }))
    },
  })
  return (
    <FormDialog title={m.invite_title()} form={form} submit={m.invite_create()} onClose={onClose}>
      {ownsMachine(machine) && <RoleField value={role} onSelect={setRole} />}
      <UntilField error={form.error('until')} />
      <RadioField
        name="to"
        label={m.invite_to()}
        options={[
          { value: 'link', label: m.invite_to_link() },
          { value: 'email', label: m.invite_to_email() },
        ]}
        value={to}
        onSelect={setTo}
      />
      {byLink ? (
        <TextField
          key="uses"
          name="uses"
          label={m.invite_uses()}
          hint={m.invite_uses_hint()}
          inputMode="numeric"
          autoComplete="off"
          defaultValue="1"
          maxLength={3}
          error={form.error('uses')}
        />
      ) : (
        <TextField
          key="email"
          name="email"
          type="email"
          label={m.invite_email()}
          hint={m.invite_email_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={form.error('email')}
        />
      )}
    </FormDialog>
  )
}
