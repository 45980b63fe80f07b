import type { InputOf, OutputOf } from '@kerf/contract/endpoint'
import type { answerAuthorization, describeAuthorization } from '@kerf/contract/endpoints/openid'
import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { joinSentences } from '../../lib/text/sentence-space.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import styles from './consent.module.css'

export type OfferedMachine = NonNullable<OutputOf<typeof describeAuthorization>['machines']>[number]
export type ChosenMachines = NonNullable<InputOf<typeof answerAuthorization>['machines']>

const ROLES = {
  owner: m.machines_role_owner,
  manager: m.machines_role_manager,
  operator: m.machines_role_operator,
} as const

const actionsText = ({ actions }: OfferedMachine): string => {
  if (!actions.includes('run')) return m.authorize_machine_view()
  return actions.includes('view') ? m.authorize_machine_view_run() : m.authorize_machine_run()
}

interface Props {
  app: string
  machines: readonly OfferedMachine[]
  chosen: ChosenMachines
  onChange(chosen: ChosenMachines): void
  machineName(machine: OfferedMachine): string
  machinePicture(line: string): ReactNode
}

/** The machines that an app may use, each with or without its name. */
export function MachineChoice({ app, machines, chosen, onChange, machineName, machinePicture }: Props) {
  // Said once if it is the same for all.
  const actions = new Set(machines.map(actionsText))
  const [common] = actions.size === 1 ? actions : []
  const without = (id: string) => chosen.filter(one => one.id !== id)
  return (
    <fieldset className={styles.machines}>
      <legend className={styles.label}>{m.authorize_machines({ name: app })}</legend>
      <p className={styles.soft}>{joinSentences([m.authorize_machines_choose(), common])}</p>
      {machines.map(machine => {
        const { id, role, snEnd } = machine
        const choice = chosen.find(one => one.id === id)
        return (
          <div key={id} className={styles.offered}>
            <Checkbox
              name={id}
              checked={choice !== undefined}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, { id, name: machine.named }] : without(id))
              }
              label={
                <span className={styles.offeredMachine}>
                  {machinePicture(machine.line)}
                  <span>
                    <strong>{machineName(machine)}</strong>
                    <span>{m.authorize_machine_detail({ role: ROLES[role](), end: snEnd })}</span>
                    {common === undefined && <span>{actionsText(machine)}</span>}
                  </span>
                </span>
              }
            />
            {choice && machine.name !== '' && (
              <div className={styles.consequence}>
                <Checkbox
                  name={`${id}-name`}
                  checked={choice.name}
                  onChange={({ target }) => onChange([...without(id), { id, name: target.checked }])}
                  label={m.authorize_machine_name({ machine: machine.name })}
                />
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
