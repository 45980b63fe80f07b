import * as m from '@kerf/locales/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { AvatarCard } from '../features/avatar/avatar-card.tsx'
import { DeletionCard } from '../features/business/deletion-card.tsx'
import { DefaultPasswordAlert } from '../features/default-password/default-password-alert.tsx'
import { isPasswordChangePostponed, storePostponement } from '../features/default-password/postponement.ts'
import { PlaceCard } from '../features/profile/place-card.tsx'
import { AccountInformationCard } from '../features/security/account-information-card.tsx'
import { FirstPasswordForm } from '../features/security/change-password.tsx'
import { HistoryCard } from '../features/security/history-card.tsx'
import { PasswordCard } from '../features/security/password-card.tsx'
import { sessionLogQuery } from '../features/security/session-log-query.ts'
import { SessionsCard } from '../features/security/sessions-card.tsx'
import type { FullInfo } from '../lib/account.ts'
import { patchAccount, useAccount } from '../lib/current-account.ts'
import { errorNameOf } from '../lib/error-name.ts'
import { useLanguage } from '../lib/language.ts'
import { getPageContext } from '../lib/page-context.ts'
import { toast } from '../ui/toast/toast.ts'
import { ProfileFrame } from './profile-frame.tsx'

const REFUSED = 'authority'

/** The only page of an enterprise account. An alert precedes it while the account has its default password. */
export function ProfileBusinessSettingsPage() {
  useLanguage()
  const info = useAccount()
  const [postponed, setPostponed] = useState(isPasswordChangePostponed)
  const [onlyNow, setOnlyNow] = useState(false)
  const alerted = info?.defaultPassword && (onlyNow || !postponed)
  // Remembers for the time after the alert that it was shown.
  const [answered, setAnswered] = useState(false)
  if (alerted && !answered) setAnswered(true)
  return (
    <ProfileFrame base="profile-business" current="settings" title={m.profile_title()}>
      {info && alerted && (
        <DefaultPasswordAlert mustChangeNow={onlyNow} onPostponed={() => setPostponed(true)}>
          <FirstPasswordForm
            account={info.enterpriseUser?.uid ?? ''}
            onChanged={() => {
              storePostponement(false)
              toast(m.default_password_done(), 'success')
            }}
          />
        </DefaultPasswordAlert>
      )}
      {info && !alerted && (
        <Concerns key={info.uid} info={info} answered={answered} onRefused={() => setOnlyNow(true)} />
      )}
    </ProfileFrame>
  )
}

interface ConcernsProps {
  info: FullInfo
  /** The person has already answered the alert. */
  answered: boolean
  onRefused(): void
}

function Concerns({ info, answered, onRefused }: ConcernsProps) {
  const queryClient = useQueryClient()
  const { error } = useInfiniteQuery(sessionLogQuery())
  // The server refuses the session log once the default password can no longer be postponed.
  const isRefused = info.defaultPassword && errorNameOf(error) === REFUSED
  const reportRefusal = useEffectEvent(onRefused)
  useEffect(() => {
    if (isRefused) reportRefusal()
  }, [isRefused])
  return (
    <>
      <AccountInformationCard info={info} takesFocus={answered} />
      <PasswordCard info={info} onChanged={() => void queryClient.invalidateQueries(sessionLogQuery())} />
      <AvatarCard
        headpic={info.headpic}
        name={info.userName || info.email}
        brand={getPageContext().data.brand.name[useLanguage()]}
        onChanged={headpic => patchAccount({ headpic })}
      />
      <PlaceCard info={info} />
      <SessionsCard mayRemove={!info.defaultPassword} />
      <HistoryCard />
      <DeletionCard />
    </>
  )
}
