import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAllAnswered } from '../../lib/query/use-all-answered.ts'
import { formatDate } from '../../lib/text/format-time.ts'
import { keepDates } from '../../lib/text/rich-text.tsx'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { takeScanned } from '../../parts/scan/scan-storage.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { ChevronRightIcon } from '../../ui/icon/icons.tsx'
import { Facts } from '../../ui/item-list/item-list.tsx'
import { LoadRegion, type LoadState } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import {
  BrokenMachinePicture,
  kindName,
  MachinePicture,
  machineName,
  machineTitle,
  serialNumberEnd,
} from './machine-picture.tsx'
import styles from './machines.module.css'
import {
  type Machine,
  type MachineRequest,
  machinesQuery,
  refreshMachines,
  requestsQuery,
  roleName,
} from './machines-query.ts'
import { workshopsQuery } from './owner/workshops-query.ts'

interface Props {
  /** a business account has no courses */
  isPersonal?: boolean
  /** address of a machine's page */
  hrefOf(machine: string): string
  onClaimed(machine: string): void
  /** opens the page of passes */
  onPasses(): void
}

/** The machines of the account, and the way to another one. */
export function MachinesCard({ isPersonal = true, hrefOf, onClaimed, onPasses }: Props) {
  const query = useQuery(machinesQuery())
  const { data: requests = [] } = useQuery(requestsQuery())
  const asked = new Set(requests.flatMap(({ side, machine }) => (side === 'owner' ? [machine] : [])))
  const own = requests.filter(({ side }) => side === 'claimant')
  const [scanned, setScanned] = useState(() => takeScanned('claim'))
  const [claiming, setClaiming] = useState(scanned !== undefined)
  // The dialog asks who becomes the owner: the workshops would move its buttons.
  const canClaim = useAllAnswered(useQuery(workshopsQuery()))
  return (
    <Card
      title={m.machines_list()}
      action={
        <div className={styles.buttons}>
          {query.data && query.data.length > 0 && (
            <Button variant="secondary" onClick={onPasses}>
              {m.pass_choose()}
            </Button>
          )}
          <Button pending={claiming && !canClaim} onClick={() => setClaiming(true)}>
            {m.machines_claim()}
          </Button>
        </div>
      }
    >
      <MachineRegion query={query}>
        {machines =>
          machines.length === 0 ? (
            <NoMachines />
          ) : (
            <ul className={styles.list} data-rows="">
              {machines.map(machine => (
                <MachineRow
                  key={machine.id}
                  machine={machine}
                  requested={asked.has(machine.id)}
                  advice={
                    !isPersonal &&
                    !machine.trained && <CourseAdvice role={machine.role} href={hrefOf(machine.id)} />
                  }
                  href={hrefOf(machine.id)}
                />
              ))}
            </ul>
          )
        }
      </MachineRegion>
      {own.length > 0 && <OwnRequests requests={own} />}
      {claiming && canClaim && (
        <ClaimDialog
          scanned={scanned}
          onClaimed={async machine => {
            await refreshMachines()
            onClaimed(machine.id)
          }}
          onClose={() => {
            setClaiming(false)
            setScanned(undefined)
          }}
        />
      )}
    </Card>
  )
}

interface RegionProps {
  query: LoadState<readonly Machine[]>
  children(machines: readonly Machine[]): ReactNode
}

/** A list of machines, also while it loads and where it could not be loaded. */
export const MachineRegion = ({ query, children }: RegionProps) => (
  <LoadRegion
    query={query}
    skeleton={<MachineSkeletons />}
    loadingText={m.machines_loading()}
    errorText={m.machines_failed}
    errorPicture={<BrokenMachinePicture />}
    isErrorRow
  >
    {children}
  </LoadRegion>
)

/** A business account takes no courses: its owner or manager invites somebody who has the certificate. */
const CourseAdvice = ({ role, href }: Pick<Machine, 'role'> & { href: string }) => (
  <>
    {m.machines_course_personal()}
    {role !== 'operator' && (
      <>
        {sentenceSpace()}
        <PortalLink href={`${href}#people`} className={styles.wayOut}>
          {m.machines_course_invite()}
        </PortalLink>
      </>
    )}
  </>
)

const NoMachines = () => (
  <div className={styles.row}>
    <MachinePicture line="laser" />
    <div className={styles.words}>
      <strong>{m.machines_empty_title()}</strong>
      <p className={styles.soft}>{m.machines_empty_text()}</p>
    </div>
  </div>
)

/** The machines that the account asks their owners for. */
const OwnRequests = ({ requests }: { requests: readonly MachineRequest[] }) => (
  <>
    <h3 className={styles.subtitle}>{m.requests_title()}</h3>
    <ul className={styles.list} data-rows="">
      {requests.map(({ line, snEnd, state, since, reviewFrom }) => (
        <li key={`${line} ${snEnd} ${since}`} className={styles.row}>
          <MachinePicture line={line} />
          <div className={styles.words}>
            <h4>{kindName(line)}</h4>
            <Facts>
              <span>{m.machines_sn_end({ end: snEnd })}</span>
              <span>{keepDates(m.requests_since({ date: formatDate(since) }))}</span>
            </Facts>
            {state !== 'denied' && (
              <p className={styles.soft}>{keepDates(m.requests_review({ date: formatDate(reviewFrom) }))}</p>
            )}
          </div>
          <p className={styles.badges}>
            {state === 'denied' ? (
              <>
                <span data-tone="neutral">{m.requests_denied()}</span>
                <HelpLink className={styles.soft}>{m.customer_service()}</HelpLink>
              </>
            ) : (
              <span>{m.requests_waiting()}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  </>
)

/** Name; role and its end, serial number and owner; states. */
export function MachineRow({
  machine,
  requested = false,
  pending = [],
  advice,
  inWorkshop = false,
  href,
}: {
  machine: Machine
  requested?: boolean
  /** what takes effect later, and when */
  pending?: readonly string[]
  /** what to do about a state */
  advice?: ReactNode
  /** the list of the workshop that owns it */
  inWorkshop?: boolean
  href: string
}) {
  const { line, role, until, owner } = machine
  return (
    <li className={styles.row}>
      <MachinePicture line={line} />
      <div className={styles.words}>
        <h3>
          <PortalLink href={href} className={styles.link} aria-label={machineName(machine)}>
            {machineTitle(machine)}
          </PortalLink>
        </h3>
        <Facts>
          <span>{roleName(machine)}</span>
          {until !== null && <span>{keepDates(m.machines_until({ date: formatDate(until) }))}</span>}
          <span>{serialNumberEnd(machine.sn)}</span>
          {role !== 'owner' && !inWorkshop && <span>{m.machines_owned_by({ name: owner.name })}</span>}
        </Facts>
        {advice && <p className={styles.soft}>{advice}</p>}
      </div>
      <MachineBadges machine={machine} requested={requested} pending={pending} />
      <ChevronRightIcon />
    </li>
  )
}

interface MachineState {
  readonly text: string
  readonly tone: 'success' | 'warning' | 'danger'
}

/** Whether the person can start the machine, and whether it changes hands. */
export function machineStates({ lost, transferring, trained }: Machine): MachineState[] {
  const states: MachineState[] = []
  if (!lost && trained) states.push({ text: m.home_machine_ready(), tone: 'success' })
  if (!trained) states.push({ text: m.machines_course(), tone: 'warning' })
  if (lost) states.push({ text: m.machines_lost(), tone: 'danger' })
  if (transferring) states.push({ text: m.machines_transferring(), tone: 'warning' })
  return states
}

/** The states of a machine, and what is open about its owner. */
export function MachineBadges({
  machine,
  requested = false,
  pending = [],
}: {
  machine: Machine
  requested?: boolean
  pending?: readonly string[]
}) {
  return (
    <p className={styles.badges}>
      {machineStates(machine).map(({ text, tone }) => (
        <span key={text} data-tone={tone}>
          {text}
        </span>
      ))}
      {requested && <span>{m.machines_requested()}</span>}
      {[...new Set(pending)].map(text => (
        <span key={text}>{text}</span>
      ))}
    </p>
  )
}

const MachineSkeletons = () => (
  <div className={styles.list} data-rows="">
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
