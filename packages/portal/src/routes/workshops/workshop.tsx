import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import styles from '../../features/machines/machines.module.css'
import { machinesQuery } from '../../features/machines/machines-query.ts'
import { isAdminOf, membersQuery, workshopsQuery } from '../../features/machines/owner/workshops-query.ts'
import { ActsCard } from '../../features/machines/workshops/acts-card.tsx'
import { MembersCard } from '../../features/machines/workshops/members-card.tsx'
import { LeaveWorkshopCard, RenameWorkshop } from '../../features/machines/workshops/workshop-card.tsx'
import { WorkshopMachinesCard } from '../../features/machines/workshops/workshop-machines-card.tsx'
import { describeWorkshop } from '../../features/machines/workshops/workshops-card.tsx'
import { useLanguage } from '../../lib/page/language.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { useAllAnswered } from '../../lib/query/use-all-answered.ts'
import type { RouteContext } from '../../lib/router/router.ts'
import { useParams, useRouter } from '../../lib/router/router-view.tsx'
import { useAccount } from '../../lib/session/current-account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { BackLink } from '../../ui/app-link/back-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ItemSkeletons } from '../../ui/item-list/item-list.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { ProfileFrame } from '../frames/profile-frame.tsx'
import { useAccountBase } from '../frames/use-account-base.ts'

/** One workshop: what waits, its machines and its members. */
export function WorkshopPage() {
  useLanguage()
  const info = useAccount()
  const base = useAccountBase()
  const { workshop: id } = useParams()
  const { data, isPending } = useQuery(workshopsQuery(), queryClient)
  const workshop = data?.find(one => one.id === id)
  return (
    <ProfileFrame
      back={<BackLink to={`${base}/machines`}>{m.machines_back()}</BackLink>}
      base={base}
      current="machines"
      title={workshop?.name ?? m.workshops_title()}
      lead={workshop ? describeWorkshop(workshop) : isPending && <Skeleton width="third" />}
      beside={workshop && isAdminOf(workshop) && <RenameWorkshop workshop={workshop} />}
      windowTitle={m.workshops_title()}
    >
      {info && <Workshop key={info.uid} base={base} />}
    </ProfileFrame>
  )
}

function Workshop({ base }: { base: 'profile' | 'profile-business' }) {
  const { workshop: id } = useParams()
  const { history } = useRouter()
  const query = useQuery(workshopsQuery())
  const listed = useQuery(machinesQuery())
  // The members stand below the machines.
  const isReady = useAllAnswered(query, listed)
  return (
    <LoadRegion
      query={query}
      isWaiting={!isReady}
      skeleton={
        <Card>
          <ItemSkeletons />
        </Card>
      }
      loadingText={m.workshops_loading()}
      className={styles.page}
    >
      {workshops => {
        const workshop = workshops.find(one => one.id === id)
        if (!workshop)
          return <Card title={m.workshops_unknown_title()} description={m.workshops_unknown_text()} />
        const own = listed.data?.filter(machine => machine.workshop?.id === workshop.id)
        return (
          <>
            <ActsCard workshop={workshop.id} acts={workshop.acts} />
            {!workshop.waiting && (
              <>
                <WorkshopMachinesCard
                  workshop={workshop}
                  query={{ ...listed, data: own }}
                  listHref={portalHref(`${base}/machines`)}
                  hrefOf={machine => portalHref(`${base}/machines/${machine}`)}
                />
                <MembersCard workshop={workshop} machines={own ?? []} />
              </>
            )}
            <LeaveWorkshopCard
              workshop={workshop}
              onLeft={() => history.replace(portalHref(`${base}/machines`))}
            />
          </>
        )
      }}
    </LoadRegion>
  )
}

export function loader({ params: { workshop = '' } }: RouteContext): void {
  void queryClient.prefetchQuery(workshopsQuery())
  void queryClient.prefetchQuery(machinesQuery())
  void queryClient.prefetchQuery(membersQuery(workshop))
}
