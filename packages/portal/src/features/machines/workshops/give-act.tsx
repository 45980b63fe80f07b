import { giveMachine } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { withReauthentication } from '../../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Consequences, TypedField, typedRule } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { DescriptionItem, DescriptionList } from '../../../ui/description-list/description-list.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { RadioField } from '../../../ui/radio-field/radio-field.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { ActionRow } from '../action-row.tsx'
import { type Machine, refreshMachines, typedToConfirm, useHandoverRefusal } from '../machines-query.ts'
import {
  awaitedWorkshopsQuery,
  isAdminOf,
  refreshWorkshops,
  type Workshop,
} from '../owner/workshops-query.ts'

/** Gives the person's machine to a workshop whose admin the person is. Without one it shows nothing. */
export function GiveAct({ machine }: { machine: Machine }) {
  const { data = [] } = useQuery(awaitedWorkshopsQuery())
  const [isGiving, setGiving] = useState(false)
  const refusal = useHandoverRefusal(machine)
  const workshops = data.filter(isAdminOf)
  if (workshops.length === 0) return null
  return (
    <ActionRow title={m.workshops_give_title()} text={refusal ?? m.workshops_give_text()}>
      {!refusal && (
        <Button variant="secondary" onClick={() => setGiving(true)}>
          {m.workshops_give()}
        </Button>
      )}
      {isGiving && <GiveDialog machine={machine} workshops={workshops} onClose={() => setGiving(false)} />}
    </ActionRow>
  )
}

interface Props {
  machine: Machine
  /** at least one */
  workshops: readonly Workshop[]
  onClose(): void
}

function GiveDialog({ machine, workshops, onClose }: Props) {
  const typed = typedToConfirm(machine)
  const [workshop, setWorkshop] = useState(workshops[0]?.id ?? '')
  const form = useForm<'typed'>({
    rules: { typed: typedRule(typed) },
    async send(_, signal) {
      await withReauthentication(() =>
        callApi(giveMachine, { workshop }, { params: { machine: machine.id }, signal }),
      )
      const name = workshops.find(({ id }) => id === workshop)?.name ?? ''
      toast(m.workshops_given({ name }), 'success')
      await Promise.all([refreshMachines(), refreshWorkshops()])
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.workshops_give_title()}
      form={form}
      submit={m.workshops_give_submit()}
      tone="danger"
      onClose={onClose}
    >
      <Consequences text={m.workshops_give_losses()} />
      {workshops.length === 1 ? (
        <DescriptionList>
          <DescriptionItem name={m.workshops_give_to()}>{workshops[0]?.name}</DescriptionItem>
        </DescriptionList>
      ) : (
        <RadioField
          name="workshop"
          label={m.workshops_give_to()}
          options={workshops.map(({ id, name }) => ({ value: id, label: name }))}
          value={workshop}
          onSelect={setWorkshop}
        />
      )}
      <TypedField typed={typed} error={form.error('typed')} />
    </FormDialog>
  )
}
