import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { AccountInformationCard } from '../features/account/account-information-card.tsx'
import { DeleteAccountCard } from '../features/account/delete-account-card.tsx'
import { DownloadDataCard } from '../features/account/download-data-card.tsx'
import { AppsCard } from '../features/authorization/apps-card.tsx'
import { PasskeysCard } from '../features/passkeys/passkeys-card.tsx'
import { passkeysQuery } from '../features/passkeys/passkeys-query.ts'
import { PasswordCard } from '../features/password/password-card.tsx'
import { DeviceSafetyCard } from '../features/safety-module/device-safety-card.tsx'
import { HistoryCard } from '../features/sessions/history-card.tsx'
import { sessionLogQuery } from '../features/sessions/session-log-query.ts'
import { SessionsCard } from '../features/sessions/sessions-card.tsx'
import { LinkedIdentitiesCard } from '../features/social/linked-identities-card.tsx'
import { TwoStepCard } from '../features/two-step/two-step-card.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { queryClient } from '../lib/query/query-client.ts'
import type { FullInfo } from '../lib/session/account.ts'
import { useAccount } from '../lib/session/current-account.ts'
import { FarewellPage } from './frames/farewell-page.tsx'
import { ProfileFrame } from './frames/profile-frame.tsx'

/** Account security of a personal account: one card per topic. */
export function SecurityPage() {
  useLanguage()
  const info = useAccount()
  const [erased, setErased] = useState<string>()
  if (erased !== undefined) return <FarewellPage email={erased} />
  return (
    <ProfileFrame base="profile" current="security" title={m.security_title()}>
      {info && <SecurityCards key={info.uid} info={info} onErased={() => setErased(info.email)} />}
    </ProfileFrame>
  )
}

function SecurityCards({ info, onErased }: { info: FullInfo; onErased(): void }) {
  const { email, passkeys, social } = info
  return (
    <>
      <AccountInformationCard info={info} />
      <PasswordCard info={info} onChanged={() => void queryClient.invalidateQueries(sessionLogQuery())} />
      <PasskeysCard email={email} count={passkeys} />
      <TwoStepCard />
      <LinkedIdentitiesCard social={social} />
      <SessionsCard />
      <AppsCard />
      <HistoryCard />
      <DeviceSafetyCard />
      <DownloadDataCard />
      <DeleteAccountCard email={email} onDeleted={onErased} />
    </>
  )
}

export function loader(): void {
  void queryClient.prefetchInfiniteQuery(sessionLogQuery())
  void queryClient.prefetchQuery(passkeysQuery())
}
