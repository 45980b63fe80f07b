import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { AppsCard } from '../features/authorization/apps-card.tsx'
import { useReauthentication } from '../features/reauthentication/use-reauthentication.tsx'
import { AccountInformationCard } from '../features/security/account-information-card.tsx'
import { ConnectedAccountsCard } from '../features/security/connected-accounts-card.tsx'
import { DeleteAccountCard } from '../features/security/delete-account-card.tsx'
import { DeviceSafetyCard } from '../features/security/device-safety-card.tsx'
import { DownloadDataCard } from '../features/security/download-data-card.tsx'
import { HistoryCard } from '../features/security/history-card.tsx'
import { PasskeysCard } from '../features/security/passkeys-card.tsx'
import { PasswordCard } from '../features/security/password-card.tsx'
import { sessionLogQuery } from '../features/security/session-log-query.ts'
import { SessionsCard } from '../features/security/sessions-card.tsx'
import { TwoStepCard } from '../features/security/two-step-card.tsx'
import { ConnectList } from '../features/social/connect-list.tsx'
import type { FullInfo } from '../lib/account.ts'
import { refreshAccount, useAccount } from '../lib/current-account.ts'
import { useLanguage } from '../lib/language.ts'
import { passkeysQuery } from '../lib/passkeys-query.ts'
import { queryClient } from '../lib/query-client.ts'
import { FarewellPage } from './farewell-page.tsx'
import { ProfileFrame } from './profile-frame.tsx'
import { VerificationCodeField } from './verification-code-field.tsx'

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
  const { email, hasPassword, passkeys, social } = info
  const { withReauthentication, dialog } = useReauthentication({
    hasPassword,
    hasPasskey: passkeys > 0,
    email,
    verificationCodeField: VerificationCodeField,
  })
  const deps = { withReauthentication, verificationCodeField: VerificationCodeField }

  return (
    <>
      <AccountInformationCard info={info} deps={deps} />
      <PasswordCard
        info={info}
        deps={deps}
        onChanged={() => void queryClient.invalidateQueries(sessionLogQuery())}
      />
      <PasskeysCard email={email} count={passkeys} deps={deps} />
      <TwoStepCard deps={deps} />
      <ConnectedAccountsCard social={social} deps={deps}>
        <ConnectList
          connected={social.map(({ channel }) => channel)}
          withReauthentication={withReauthentication}
          refresh={() => void refreshAccount()}
        />
      </ConnectedAccountsCard>
      <SessionsCard />
      <AppsCard />
      <HistoryCard />
      <DeviceSafetyCard />
      <DownloadDataCard deps={deps} />
      <DeleteAccountCard email={email} deps={deps} onDeleted={onErased} />
      {dialog}
    </>
  )
}

export function loader(): void {
  void queryClient.prefetchInfiniteQuery(sessionLogQuery())
  void queryClient.prefetchQuery(passkeysQuery())
}
