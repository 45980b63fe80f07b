import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../lib/text/format-time.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { MachinePicture, machineName } from './machine-picture.tsx'
import styles from './machines.module.css'
import { type Machine, machinesQuery, ROLE_NAMES, refreshMachines } from './machines-query.ts'

interface Props {
  /** address of a machine's page */
  hrefOf(machine: string): string
  onClaimed(machine: string): void
}

/** The machines of the account, and the way to another one. */
export function MachinesCard({ hrefOf, onClaimed }: Props) {
  const query = useQuery(machinesQuery())
  const [claiming, setClaiming] = useState(false)
  const claim = <Button onClick={() => setClaiming(true)}>{m.machines_claim()}</Button>
  const isEmpty = query.data?.length === 0
  return (
    <Card title={m.machines_list()} action={query.data && !isEmpty && claim}>
      <LoadRegion query={query} skeleton={<MachineSkeletons />} loadingText={m.machines_loading()}>
        {machines =>
          machines.length === 0 ? (
            <div className={styles.empty}>
              <MachinePicture line="laser" />
              <strong>{m.machines_empty_title()}</strong>
              <p>{m.machines_empty_text()}</p>
              {claim}
            </div>
          ) : (
            <ul className={styles.list}>
              {machines.map(machine => (
                <MachineRow key={machine.id} machine={machine} href={hrefOf(machine.id)} />
              ))}
            </ul>
          )
        }
      </LoadRegion>
      {claiming && (
        <ClaimDialog
          onClaimed={async machine => {
            await refreshMachines()
            onClaimed(machine.id)
          }}
          onClose={() => setClaiming(false)}
        />
      )}
    </Card>
  )
}

function MachineRow({ machine, href }: { machine: Machine; href: string }) {
  const { line, role, until, owner } = machine
  return (
    <li className={styles.row}>
      <MachinePicture line={line} />
      <div className={styles.words}>
        <h3>
          <PortalLink href={href} className={styles.link}>
            {machineName(machine)}
          </PortalLink>
        </h3>
        <p className={styles.facts}>
          <span>
            {ROLE_NAMES[role]()}
            {until !== null && ` ${m.machines_until({ date: formatDate(until) })}`}
          </span>
          {role !== 'owner' && <span>{m.machines_owned_by({ name: owner.name })}</span>}
          <span>…{machine.sn.slice(-6)}</span>
        </p>
        <MachineBadges machine={machine} />
      </div>
    </li>
  )
}

/** What keeps the machine from being started or handed over. */
export function MachineBadges({ machine: { lost, transferring, trained } }: { machine: Machine }) {
  if (!lost && !transferring && trained) return null
  return (
    <p className={styles.badges}>
      {lost && <span data-tone="danger">{m.machines_lost()}</span>}
      {transferring && <span>{m.machines_transferring()}</span>}
      {!trained && <span>{m.machines_course()}</span>}
    </p>
  )
}

const MachineSkeletons = () => (
  <div className={styles.list}>
    {[1, 2].map(row => (
      <div key={row} className={styles.row}>
        <span className={styles.blank} />
        <div className={styles.words}>
          <Skeleton shape="title" width="half" />
          <Skeleton width="half" />
        </div>
      </div>
    ))}
  </div>
)
