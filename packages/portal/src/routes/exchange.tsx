import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { HistoryCard } from '../features/redemption/history-card.tsx'
import { InstructionsCard } from '../features/redemption/instructions-card.tsx'
import { OtherAccountDialog } from '../features/redemption/other-account-dialog.tsx'
import { RedeemCard } from '../features/redemption/redeem-card.tsx'
import { redemptionsQuery } from '../features/redemption/redemptions-query.ts'
import { useSignOut } from '../features/sign-out/use-sign-out.ts'
import { getLanguage, useLanguage } from '../lib/page/language.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import type { FullInfo } from '../lib/session/account.ts'
import { useAccount } from '../lib/session/current-account.ts'
import { portalHref } from '../lib/url/links.ts'
import { ProfileFrame } from './frames/profile-frame.tsx'

/** Page to redeem codes, with the list of redeemed codes. */
export function ExchangePage() {
  useLanguage()
  const info = useAccount()
  return (
    <ProfileFrame base="profile" current="exchange" title={m.exchange_title()}>
      {info && <RedemptionCards key={info.uid} info={info} />}
    </ProfileFrame>
  )
}

function RedemptionCards({ info }: { info: FullInfo }) {
  const { history } = useRouter()
  const [asking, setAsking] = useState(false)
  const { signingOut, signOut } = useSignOut(() => {
    const back = encodeURIComponent(location.origin + portalHref('profile/exchange'))
    history.push(portalHref('login', `r=${back}`))
  })
  return (
    <>
      <RedeemCard info={info} onOther={() => setAsking(true)} signingOut={signingOut} />
      {asking && (
        <OtherAccountDialog
          name={info.nickname || info.email}
          pending={signingOut}
          onConfirm={() => void signOut()}
          onClose={() => setAsking(false)}
        />
      )}
      <HistoryCard />
      <InstructionsCard />
    </>
  )
}

export const loader = () => void queryClient.prefetchInfiniteQuery(redemptionsQuery(getLanguage()))
