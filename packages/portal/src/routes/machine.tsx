import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { MachineCard, RenameMachine } from '../features/machines/machine-card.tsx'
import { machineTitle } from '../features/machines/machine-picture.tsx'
import styles from '../features/machines/machines.module.css'
import {
  type Machine as MachineData,
  machinesQuery,
  ownsMachine,
  peopleQuery,
} from '../features/machines/machines-query.ts'
import { usePendingActs, workshopsQuery } from '../features/machines/owner/workshops-query.ts'
import { OwnershipCard } from '../features/machines/ownership-card.tsx'
import { PassCard } from '../features/machines/passes/pass-card.tsx'
import { PeopleCard } from '../features/machines/people-card.tsx'
import { RequestCard } from '../features/machines/request-card.tsx'
import { CourseAction } from '../features/machines/training-missing.tsx'
import { ActsCard } from '../features/machines/workshops/acts-card.tsx'
import { GiveAct } from '../features/machines/workshops/give-act.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { useAllAnswered } from '../lib/query/use-all-answered.ts'
import type { RouteContext } from '../lib/router/router.ts'
import { useParams, useRouter } from '../lib/router/router-view.tsx'
import { useAccount } from '../lib/session/current-account.ts'
import { portalHref } from '../lib/url/links.ts'
import { BackLink } from '../ui/app-link/back-link.tsx'
import { Card } from '../ui/card/card.tsx'
import { ItemSkeletons } from '../ui/item-list/item-list.tsx'
import { LoadRegion } from '../ui/load-region/load-region.tsx'
import { ProfileFrame } from './frames/profile-frame.tsx'
import { useAccountBase } from './frames/use-account-base.ts'

/** One machine: what it is, its people, and its ownership. */
export function MachinePage() {
  useLanguage()
  const info = useAccount()
  const base = useAccountBase()
  const { machine: id } = useParams()
  const machine = useQuery(machinesQuery(), queryClient).data?.find(one => one.id === id)
  return (
    <ProfileFrame
      back={<BackLink to={`${base}/machines`}>{m.machines_back()}</BackLink>}
      base={base}
      current="machines"
      title={machine ? machineTitle(machine) : m.machines_title()}
      windowTitle={m.machines_title()}
      beside={machine && <RenameMachine key={machine.id} machine={machine} />}
    >
      {info && <Machine key={info.uid} base={base} />}
    </ProfileFrame>
  )
}

function Machine({ base }: { base: 'profile' | 'profile-business' }) {
  const { machine: id } = useParams()
  const { history } = useRouter()
  const query = useQuery(machinesQuery())
  // What its workshop is about to do, and the way to hand it to one, stand above other buttons.
  const isReady = useAllAnswered(query, useQuery(workshopsQuery()))
  const showAll = () => history.replace(portalHref(`${base}/machines`))
  return (
    <LoadRegion
      query={query}
      isWaiting={!isReady}
      skeleton={
        <Card>
          <ItemSkeletons />
        </Card>
      }
      loadingText={m.machines_loading()}
      className={styles.page}
    >
      {machines => {
        const machine = machines.find(one => one.id === id)
        if (!machine)
          return <Card title={m.machines_unknown_title()} description={m.machines_unknown_text()} />
        const courses = base === 'profile' ? portalHref('profile/training') : undefined
        return (
          <>
            {machine.workshop && <MachineActs machine={machine} workshop={machine.workshop.id} />}
            {ownsMachine(machine) && <RequestCard machine={machine} onConfirmed={showAll} />}
            <MachineCard
              machine={machine}
              isPersonal={courses !== undefined}
              workshopHref={workshop => portalHref(`${base}/machines/workshops/${workshop}`)}
              action={<CourseAction machine={machine} coursesHref={courses} />}
            />
            <PassCard
              machine={machine}
              onPasses={() => history.push(`${portalHref(`${base}/machines/ready`)}#${machine.id}`)}
            />
            <PeopleCard machine={machine} onLeft={showAll} />
            {ownsMachine(machine) && (
              <OwnershipCard machine={machine} onReleased={showAll}>
                {machine.role === 'owner' && <GiveAct machine={machine} />}
              </OwnershipCard>
            )}
          </>
        )
      }}
    </LoadRegion>
  )
}

/** What each admin can cancel. */
const MachineActs = ({ machine, workshop }: { machine: MachineData; workshop: string }) => (
  <ActsCard workshop={workshop} acts={usePendingActs(machine)} />
)

export function loader({ params: { machine = '' } }: RouteContext): void {
  void queryClient.prefetchQuery(machinesQuery())
  void queryClient.prefetchQuery(workshopsQuery())
  void queryClient.prefetchQuery(peopleQuery(machine))
}
