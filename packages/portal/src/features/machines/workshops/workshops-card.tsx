import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { takeScanned } from '../../../parts/scan/scan-storage.ts'
import { PortalLink } from '../../../ui/app-link/portal-link.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { ChevronRightIcon } from '../../../ui/icon/icons.tsx'
import { Facts, ItemSkeletons } from '../../../ui/item-list/item-list.tsx'
import { LoadRegion } from '../../../ui/load-region/load-region.tsx'
import styles from '../machines.module.css'
import { awaitedWorkshopsQuery, type Workshop } from '../owner/workshops-query.ts'
import { CodeDialog } from './code-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { WorkshopPicture } from './workshop-picture.tsx'

interface Props {
  /** address of a workshop's page */
  hrefOf(workshop: string): string
  onCreated(workshop: string): void
  /** a join code was typed */
  onCode(code: string): void
}

/** The workshops of the account, and the ways to another one. */
export function WorkshopsCard({ hrefOf, onCreated, onCode }: Props) {
  const query = useQuery(awaitedWorkshopsQuery())
  const [dialog, setDialog] = useState<'create' | 'join' | undefined>(() => takeScanned('workshop') && 'join')
  const close = () => setDialog(undefined)
  const ways = (
    <div className={styles.buttons}>
      <Button variant="secondary" onClick={() => setDialog('join')}>
        {m.workshops_join()}
      </Button>
      <Button variant="secondary" onClick={() => setDialog('create')}>
        {m.workshops_create()}
      </Button>
    </div>
  )
  return (
    <Card title={m.workshops_title()} description={m.workshops_lead()} action={ways}>
      <LoadRegion query={query} skeleton={<ItemSkeletons count={1} />} loadingText={m.workshops_loading()}>
        {workshops =>
          workshops.length === 0 ? (
            <div className={styles.row}>
              <WorkshopPicture />
              <div className={styles.words}>
                <strong>{m.workshops_empty_title()}</strong>
                <p className={styles.soft}>{m.workshops_empty()}</p>
              </div>
            </div>
          ) : (
            <ul className={styles.list} data-rows="">
              {workshops.map(workshop => (
                <li key={workshop.id} className={styles.row}>
                  <WorkshopPicture />
                  <div className={styles.words}>
                    <h3>
                      <PortalLink href={hrefOf(workshop.id)} className={styles.link}>
                        {workshop.name}
                      </PortalLink>
                    </h3>
                    {!workshop.waiting && <WorkshopFacts workshop={workshop} />}
                  </div>
                  <WorkshopBadges workshop={workshop} />
                  <ChevronRightIcon />
                </li>
              ))}
            </ul>
          )
        }
      </LoadRegion>
      {dialog === 'create' && <NameDialog onCreated={onCreated} onClose={close} />}
      {dialog === 'join' && <CodeDialog onCode={onCode} onClose={close} />}
    </Card>
  )
}

const ROLES = { admin: m.workshops_role_admin, member: m.workshops_role_member } as const

export const workshopRole = ({ role, waiting }: Pick<Workshop, 'role' | 'waiting'>): string =>
  waiting ? m.workshops_role_waiting() : ROLES[role]()

const counted = (count: number, one: () => string, several: (inputs: { count: number }) => string): string =>
  count === 1 ? one() : several({ count })

const memberCount = ({ members }: Workshop): string =>
  counted(members, m.workshops_members_one, m.workshops_members)

const machineCount = ({ machines }: Workshop): string =>
  counted(machines, m.workshops_machines_one, m.workshops_machines)

/** The workshop in one line. */
export const describeWorkshop = (workshop: Workshop): string =>
  workshop.waiting
    ? workshopRole(workshop)
    : [workshopRole(workshop), memberCount(workshop), machineCount(workshop)].join(' · ')

const WorkshopFacts = ({ workshop }: { workshop: Workshop }) => (
  <Facts>
    <span>{workshopRole(workshop)}</span>
    <span>{memberCount(workshop)}</span>
    <span>{machineCount(workshop)}</span>
  </Facts>
)

const WorkshopBadges = ({ workshop: { waiting, requests, acts } }: { workshop: Workshop }) =>
  (waiting || requests + acts.length > 0) && (
    <p className={styles.badges}>
      {waiting && <span>{m.workshops_role_waiting()}</span>}
      {requests > 0 && <span>{counted(requests, m.workshops_requests_one, m.workshops_requests)}</span>}
      {acts.length > 0 && <span>{counted(acts.length, m.workshops_pending_one, m.workshops_pending)}</span>}
    </p>
  )
