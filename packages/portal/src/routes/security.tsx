import { isSecurityTask, type SecurityTask } from '@kerf/contract/portal-routes'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { AccountInformationCard } from '../features/account/account-information-card.tsx'
import { DeleteAccountCard } from '../features/account/delete-account-card.tsx'
import { DownloadDataCard } from '../features/account/download-data-card.tsx'
import { secondEmailQuery } from '../features/account/second-email-query.ts'
import { AppsCard } from '../features/authorization/apps-card.tsx'
import { BeforeDeletion } from '../features/machines/workshops/before-deletion.tsx'
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
import { useParams } from '../lib/router/router-view.tsx'
import type { FullInfo } from '../lib/session/account.ts'
import { useAccount } from '../lib/session/current-account.ts'
import { BackLink } from '../ui/app-link/back-link.tsx'
import { CardGroup } from '../ui/card/card.tsx'
import { FarewellPage } from './frames/farewell-page.tsx'
import { ProfileFrame } from './frames/profile-frame.tsx'

/** Account security of a personal account: a row or card for each task, in groups. An address with a task shows its card alone. */
export function SecurityPage() {
  useLanguage()
  const info = useAccount()
  const { task } = useParams()
  const [erased, setErased] = useState<string>()
  if (erased !== undefined) return <FarewellPage email={erased} />
  return (
    <ProfileFrame base="profile" current="security" title={m.security_title()}>
      {task !== undefined && <BackLink to="profile/security">{m.security_all_settings()}</BackLink>}
      {info && (
        <SecurityCards
          key={info.uid}
          info={info}
          task={isSecurityTask(task) ? task : undefined}
          onErased={() => setErased(info.email)}
        />
      )}
    </ProfileFrame>
  )
}

interface CardsProps {
  info: FullInfo
  /** undefined: all */
  task: SecurityTask | undefined
  onErased(): void
}

function SecurityCards({ info, task, onErased }: CardsProps) {
  const { email, passkeys, social } = info
  const cards: Readonly<Record<SecurityTask, ReactNode>> = {
    email: <AccountInformationCard info={info} />,
    password: (
      <PasswordCard info={info} onChanged={() => void queryClient.invalidateQueries(sessionLogQuery())} />
    ),
    passkey: <PasskeysCard email={email} count={passkeys} />,
    'two-step': <TwoStepCard />,
    accounts: <LinkedIdentitiesCard social={social} />,
    devices: <SessionsCard />,
    apps: <AppsCard />,
    history: <HistoryCard />,
    data: <DownloadDataCard />,
    delete: <DeleteAccountCard email={email} notice={<BeforeDeletion />} onDeleted={onErased} />,
  }
  if (task) return cards[task]
  return (
    <>
      {cards.email}
      <CardGroup title={m.security_group_login()}>
        {cards.password}
        {cards.passkey}
        {cards['two-step']}
        {cards.accounts}
      </CardGroup>
      <CardGroup title={m.security_group_devices()}>
        {cards.devices}
        {cards.apps}
        {cards.history}
        <DeviceSafetyCard />
      </CardGroup>
      <CardGroup title={m.security_group_data()}>
        {cards.data}
        {cards.delete}
      </CardGroup>
    </>
  )
}

export function loader(): void {
  void queryClient.prefetchInfiniteQuery(sessionLogQuery())
  void queryClient.prefetchQuery(passkeysQuery())
  void queryClient.prefetchQuery(secondEmailQuery())
}
