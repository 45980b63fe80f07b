import { MACHINE_NAME_MAX, renameMachine } from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { optionalRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { formatDate } from '../../lib/text/format-time.ts'
import { keepDates } from '../../lib/text/rich-text.tsx'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { PencilIcon } from '../../ui/icon/icons.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { kindName, MachinePicture } from './machine-picture.tsx'
import styles from './machines.module.css'
import { MachineBadges } from './machines-card.tsx'
import { type Machine, refreshMachines, roleName } from './machines-query.ts'
import { TrainingMissing } from './training-missing.tsx'

interface Props {
  machine: Machine
  /** a business account has no courses */
  isPersonal: boolean
  /** address of a workshop's page */
  workshopHref(workshop: string): string
  /** the next step at the machine */
  action?: ReactNode
}

/** What the machine is, and what the person may do with it. */
export function MachineCard({ machine, isPersonal, workshopHref, action }: Props) {
  const { sn, line, role, until, owner, workshop } = machine
  return (
    <Card>
      <div className={styles.overview}>
        <div className={styles.hero}>
          <MachinePicture line={line} />
          <div className={styles.words}>
            <strong>{kindName(line)}</strong>
            <MachineBadges machine={machine} />
            {!machine.trained && <TrainingMissing machine={machine} isPersonal={isPersonal} />}
          </div>
          {action}
          <div className={styles.facts}>
            <DescriptionList>
              <DescriptionItem
                name={m.machines_sn()}
                actions={<CopyButton text={sn} what={m.machines_sn()} />}
              >
                <span className={styles.sn}>{sn}</span>
              </DescriptionItem>
              <DescriptionItem name={m.machines_your_role()}>
                {roleName(machine)}
                {until !== null && (
                  <span className={styles.end}>
                    {keepDates(m.machines_until({ date: formatDate(until) }))}
                  </span>
                )}
              </DescriptionItem>
              {role !== 'owner' && (
                <DescriptionItem name={m.machines_owner()}>
                  {workshop ? (
                    <PortalLink href={workshopHref(workshop.id)}>{owner.name}</PortalLink>
                  ) : (
                    owner.name
                  )}
                </DescriptionItem>
              )}
            </DescriptionList>
          </div>
        </div>
      </div>
    </Card>
  )
}

/** Gives the machine another name, if the person may. */
export function RenameMachine({ machine }: { machine: Machine }) {
  const [renaming, setRenaming] = useState(false)
  if (machine.role === 'operator') return null
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={m.machines_rename_title()}
        onClick={() => setRenaming(true)}
      >
        <PencilIcon />
        {m.machines_rename()}
      </Button>
      {renaming && <RenameDialog machine={machine} onClose={() => setRenaming(false)} />}
    </>
  )
}

function RenameDialog({ machine, onClose }: { machine: Machine; onClose(): void }) {
  const form = useForm<'name'>({
    rules: { name: optionalRule },
    async send({ name }, signal) {
      await callApi(renameMachine, { name: name.trim() }, { params: { machine: machine.id }, signal })
      await refreshMachines()
      toast(m.machines_saved(), 'success')
      onClose()
    },
  })
  return (
    <FormDialog title={m.machines_rename_title()} form={form} submit={m.machines_save()} onClose={onClose}>
      <TextField
        name="name"
        label={m.machines_name()}
        hint={m.machines_name_hint()}
        defaultValue={machine.name}
        placeholder={kindName(machine.line)}
        maxLength={MACHINE_NAME_MAX}
        autoComplete="off"
        error={form.error('name')}
        data-autofocus=""
      />
    </FormDialog>
  )
}
