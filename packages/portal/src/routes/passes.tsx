import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { machinesQuery } from '../features/machines/machines-query.ts'
import { NoPasses } from '../features/machines/passes/no-passes.tsx'
import { PassList } from '../features/machines/passes/pass-list.tsx'
import { PrintPasses } from '../features/machines/passes/pass-sheet.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { useLocation } from '../lib/router/router-view.tsx'
import { useAccount } from '../lib/session/current-account.ts'
import { portalHref } from '../lib/url/links.ts'
import { ClaimLink } from '../parts/claim-link/claim-link.tsx'
import { BackLink } from '../ui/app-link/back-link.tsx'
import { Card } from '../ui/card/card.tsx'
import { ItemSkeletons } from '../ui/item-list/item-list.tsx'
import { LoadRegion } from '../ui/load-region/load-region.tsx'
import { ProfileFrame } from './frames/profile-frame.tsx'
import { useAccountBase } from './frames/use-account-base.ts'

/** Passes for one machine, which the fragment names, or for several. */
export function PassesPage() {
  useLanguage()
  const info = useAccount()
  const { hash } = useLocation()
  const base = useAccountBase()
  const query = useQuery(machinesQuery())
  /** the account that has passes on this page */
  const [issuedTo, setIssuedTo] = useState<string>()
  const hasPasses = info !== undefined && issuedTo === info.uid
  return (
    <ProfileFrame
      back={<BackLink to={`${base}/machines`}>{m.machines_back()}</BackLink>}
      base={base}
      current="machines"
      title={m.pass_title()}
      lead={hasPasses ? m.pass_promise() : m.pass_lead()}
      beside={hasPasses && <PrintPasses />}
    >
      {info && (
        <LoadRegion
          query={query}
          skeleton={
            <Card>
              <ItemSkeletons />
            </Card>
          }
          loadingText={m.machines_loading()}
        >
          {machines =>
            machines.length === 0 ? (
              <Card>
                <NoPasses>
                  <ClaimLink href={portalHref(`${base}/machines`)} />
                </NoPasses>
              </Card>
            ) : (
              <PassList
                key={info.uid}
                machines={machines}
                chosen={hash.slice(1) || undefined}
                coursesHref={base === 'profile' ? portalHref('profile/training') : undefined}
                onIssued={() => setIssuedTo(info.uid)}
              />
            )
          }
        </LoadRegion>
      )}
    </ProfileFrame>
  )
}

export function loader(): void {
  void queryClient.prefetchQuery(machinesQuery())
}
