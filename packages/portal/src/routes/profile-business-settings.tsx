import * as m from '@kerf/locales/messages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { About } from '../features/about/about.tsx'
import { aboutLinks } from '../features/about/about-links.ts'
import { AccountInformationCard } from '../features/account/account-information-card.tsx'
import { DeletionCard } from '../features/account/delete-account-card.tsx'
import type { MenuKey } from '../features/account-menu/menu-items.ts'
import { AppsCard } from '../features/authorization/apps-card.tsx'
import { AvatarCard } from '../features/avatar/avatar-card.tsx'
import { DefaultPasswordAlert } from '../features/default-password/default-password-alert.tsx'
import { isPasswordChangePostponed, storePostponement } from '../features/default-password/postponement.ts'
import { CheckupCard } from '../features/home/checkup-card.tsx'
import { PersonHeader } from '../features/home/person-header.tsx'
import { FirstPasswordForm } from '../features/password/change-password.tsx'
import { PasswordCard } from '../features/password/password-card.tsx'
import { PlaceCard } from '../features/profile/place-card.tsx'
import { HistoryCard } from '../features/sessions/history-card.tsx'
import { sessionLogQuery } from '../features/sessions/session-log-query.ts'
import { SessionsCard } from '../features/sessions/sessions-card.tsx'
import { factorsQuery } from '../features/two-step/factors-query.ts'
import { TwoStepCard } from '../features/two-step/two-step-card.tsx'
import { errorNameOf } from '../lib/api/error-name.ts'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { useAllAnswered } from '../lib/query/use-all-answered.ts'
import { useLocation } from '../lib/router/router-view.tsx'
import { account, type FullInfo } from '../lib/session/account.ts'
import { patchAccount, useAccount } from '../lib/session/current-account.ts'
import { forgetTypedPassword } from '../lib/session/typed-password.ts'
import { portalHref } from '../lib/url/links.ts'
import { CardGroup } from '../ui/card/card.tsx'
import { toast } from '../ui/toast/toast.ts'
import { CheckupSkeleton } from './frames/home-skeleton.tsx'
import { ProfileFrame } from './frames/profile-frame.tsx'
import { SettingsSkeleton } from './frames/settings-skeleton.tsx'
import styles from './styles/profile-business-settings.module.css'

const REFUSED = 'authority'

const SECTIONS: Readonly<Record<string, MenuKey>> = {
  '#security': 'security',
  '#sessions': 'sessions',
  '#about': 'learn-more',
}

/** The only page of an enterprise account, with a section for each item of the menu. An alert precedes it while the account has its default password. */
export function ProfileBusinessSettingsPage() {
  useLanguage()
  const info = useAccount()
  const { hash } = useLocation()
  const [postponed, setPostponed] = useState(isPasswordChangePostponed)
  // The server refuses the session log once the default password can no longer be postponed.
  const { error } = useInfiniteQuery({
    ...sessionLogQuery(),
    enabled: info?.defaultPassword === true && postponed,
  })
  const mustChangeNow = errorNameOf(error) === REFUSED
  const alerted = info?.defaultPassword && (mustChangeNow || !postponed)
  useEffect(() => {
    if (info && !alerted) forgetTypedPassword()
  }, [info, alerted])
  // Remembers for the time after the alert that it was shown.
  const [answered, setAnswered] = useState(false)
  if (alerted && !answered) setAnswered(true)
  return (
    <ProfileFrame
      base="profile-business"
      current={alerted ? 'settings' : (SECTIONS[hash] ?? 'settings')}
      title={m.profile_title()}
      header={
        <PersonHeader
          person={
            info && {
              name: info.userName || (info.enterpriseUser?.uid ?? info.email),
              picture: info.headpic,
              detail: info.enterpriseUser?.uid ?? '',
              memberSince: info.memberSince,
            }
          }
        />
      }
    >
      {info && alerted && (
        <DefaultPasswordAlert mustChangeNow={mustChangeNow} onPostponed={() => setPostponed(true)}>
          <FirstPasswordForm
            account={info.enterpriseUser?.uid ?? ''}
            onChanged={() => {
              storePostponement(false)
              toast(m.default_password_done(), 'success')
            }}
          />
        </DefaultPasswordAlert>
      )}
      {info && !alerted && <BusinessSettingsCards key={info.uid} info={info} answered={answered} />}
    </ProfileFrame>
  )
}

interface BusinessSettingsCardsProps {
  info: FullInfo
  /** The person has already answered the alert. */
  answered: boolean
}

function BusinessSettingsCards({ info, answered }: BusinessSettingsCardsProps) {
  const brand = getPageContext().data.brand.name[useLanguage()]
  const about = useId()
  const log = useInfiniteQuery(sessionLogQuery())
  const factors = useQuery(factorsQuery())
  if (!useAllAnswered(log, factors))
    return (
      <>
        <CheckupSkeleton />
        <SettingsSkeleton />
      </>
    )
  return (
    <>
      <CheckupCard
        hasPassword
        hasPasskey={false}
        social={[]}
        twoStep={factors.data && factors.data.totp !== null}
        business={{ hasDefaultPassword: info.defaultPassword }}
        sessions={{ ...log, data: log.data?.sessions }}
        securityHref={`${portalHref('profile-business/settings')}#security`}
        passwordHref={`${portalHref('profile-business/settings')}#security`}
      />
      <CardGroup title={m.business_details()}>
        <AccountInformationCard info={info} takesFocus={answered} />
        <AvatarCard
          headpic={info.headpic}
          name={info.userName || info.email}
          brand={brand}
          onChanged={headpic => patchAccount({ headpic })}
        />
        <PlaceCard info={info} />
      </CardGroup>
      <CardGroup id="security" title={m.security_title()}>
        <PasswordCard info={info} onChanged={() => void queryClient.invalidateQueries(sessionLogQuery())} />
        <TwoStepCard mayChange={!info.defaultPassword} />
        <DeletionCard />
      </CardGroup>
      <CardGroup id="sessions" title={m.menu_sessions()}>
        <SessionsCard mayRemove={!info.defaultPassword} />
        <AppsCard />
        <HistoryCard />
      </CardGroup>
      <section id="about" aria-labelledby={about} className={styles.section}>
        <h2 id={about}>{m.menu_about()}</h2>
        <About brand={brand} links={aboutLinks()} />
      </section>
    </>
  )
}

/** The alert precedes the session log, and the server may refuse the log until the person has answered. */
export function loader() {
  if (account.get()?.info.defaultPassword) return
  void queryClient.prefetchInfiniteQuery(sessionLogQuery())
  void queryClient.prefetchQuery(factorsQuery())
}
