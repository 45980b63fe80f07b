import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { MachinesCard } from '../features/machines/machines-card.tsx'
import { machinesQuery } from '../features/machines/machines-query.ts'
import { workshopsQuery } from '../features/machines/owner/workshops-query.ts'
import { WorkshopsCard } from '../features/machines/workshops/workshops-card.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { useAllAnswered } from '../lib/query/use-all-answered.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { useAccount } from '../lib/session/current-account.ts'
import { portalHref } from '../lib/url/links.ts'
import { ProfileFrame } from './frames/profile-frame.tsx'
import { useAccountBase } from './frames/use-account-base.ts'
import { UnlockedWeldersCard } from './welders/unlocked-welders-card.tsx'

/** The machines of a personal or a business account. */
export function MachinesPage() {
  useLanguage()
  const info = useAccount()
  const { history } = useRouter()
  const base = useAccountBase()
  // What stands below the machines waits for them.
  const isReady = useAllAnswered(
    useQuery(machinesQuery(), queryClient),
    useQuery(workshopsQuery(), queryClient),
  )
  const workshopHref = (workshop: string) => portalHref(`${base}/machines/workshops/${workshop}`)
  const hrefOf = (machine: string) => portalHref(`${base}/machines/${machine}`)
  return (
    <ProfileFrame base={base} current="machines" title={m.machines_title()} lead={m.machines_lead()}>
      {info && (
        <MachinesCard
          key={info.uid}
          isPersonal={base === 'profile'}
          hrefOf={hrefOf}
          onClaimed={machine => history.push(hrefOf(machine))}
          onPasses={() => history.push(hrefOf('ready'))}
        />
      )}
      {info && isReady && (
        <WorkshopsCard
          key={`workshops ${info.uid}`}
          hrefOf={workshopHref}
          onCreated={workshop => history.push(workshopHref(workshop))}
          onCode={code => history.push(`${portalHref('machines/join')}#${code}`)}
        />
      )}
      {info && isReady && base === 'profile' && <UnlockedWeldersCard key={`welders ${info.uid}`} />}
    </ProfileFrame>
  )
}

export const loader = () => {
  void queryClient.prefetchQuery(machinesQuery())
  void queryClient.prefetchQuery(workshopsQuery())
}
