import * as m from '@kerf/locales/messages'
import { ClaimLink } from '../../../parts/claim-link/claim-link.tsx'
import { Card } from '../../../ui/card/card.tsx'
import type { LoadState } from '../../../ui/load-region/load-region.tsx'
import styles from '../machines.module.css'
import { MachineRegion, MachineRow } from '../machines-card.tsx'
import type { Machine } from '../machines-query.ts'
import { actsOn, describeAct, isAdminOf, type Workshop } from '../owner/workshops-query.ts'

interface Props {
  workshop: Workshop
  /** of the workshop, with a role of the person */
  query: LoadState<readonly Machine[]>
  /** address of the list of the person's own machines, where another one is claimed */
  listHref: string
  hrefOf(machine: string): string
}

/** Admins see all machines of the workshop, members those that they may use. */
export function WorkshopMachinesCard({ workshop, query, listHref, hrefOf }: Props) {
  const isAdmin = isAdminOf(workshop)
  return (
    <Card
      title={isAdmin ? m.workshops_own_machines() : m.workshops_member_machines()}
      description={isAdmin && m.workshops_add_text()}
      action={isAdmin && <ClaimLink variant="secondary" href={listHref} />}
    >
      <MachineRegion query={query}>
        {machines =>
          machines.length === 0 ? (
            <p className={styles.soft}>
              {isAdmin ? m.workshops_no_machines() : m.workshops_member_no_machines()}
            </p>
          ) : (
            <ul className={styles.list} data-rows="">
              {machines.map(machine => (
                <MachineRow
                  key={machine.id}
                  machine={machine}
                  pending={actsOn(machine.id, workshop).map(describeAct)}
                  inWorkshop
                  href={hrefOf(machine.id)}
                />
              ))}
            </ul>
          )
        }
      </MachineRegion>
    </Card>
  )
}
