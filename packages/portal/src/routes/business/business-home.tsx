import * as m from '@kerf/locales/messages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CheckupCard } from '../../features/home/checkup-card.tsx'
import styles from '../../features/home/home.module.css'
import { PersonHeader } from '../../features/home/person-header.tsx'
import { machinesQuery } from '../../features/machines/machines-query.ts'
import { CompanyCard } from '../../features/profile/company-card.tsx'
import { placesQuery } from '../../features/profile/place/use-places.ts'
import { sessionLogQuery } from '../../features/sessions/session-log-query.ts'
import { factorsQuery } from '../../features/two-step/factors-query.ts'
import { knownMachinesQuery } from '../../features/welder/use-known-machines.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { useAllAnswered } from '../../lib/query/use-all-answered.ts'
import { account, accountLabel, type FullInfo } from '../../lib/session/account.ts'
import { useAccount } from '../../lib/session/current-account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { BUSINESS_CARDS, HomeSkeleton } from '../frames/home-skeleton.tsx'
import { homeSections } from '../frames/page-sections.ts'
import { ProfileFrame } from '../frames/profile-frame.tsx'
import { checkedAccount } from '../home/checked-account.ts'
import { ActivityCard, MessagesCard, unreadMessagesQuery } from '../home/home-cards.tsx'
import { HomeMachines } from '../home/home-machines.tsx'
import { BehindPasswordAlert } from './business-page.tsx'

/** The home of an enterprise account: as that of a person, with what the company is called. */
export function BusinessHomePage() {
  useLanguage()
  const info = useAccount()
  return (
    <ProfileFrame
      base="profile-business"
      current="settings"
      title={m.profile_title()}
      header={<PersonHeader person={info && companyOf(info)} />}
      sections={info?.defaultPassword ? [] : homeSections('profile-business')}
    >
      {info ? (
        <BehindPasswordAlert key={info.uid} info={info}>
          <BusinessHome info={info} />
        </BehindPasswordAlert>
      ) : (
        <HomeSkeleton cards={BUSINESS_CARDS} />
      )}
    </ProfileFrame>
  )
}

const companyOf = ({ userName, enterpriseUser, email, headpic, memberSince }: FullInfo) => ({
  name: userName || accountLabel({ email, enterpriseUser }),
  picture: headpic,
  detail: enterpriseUser?.uid ?? '',
  memberSince,
})

function BusinessHome({ info }: { info: FullInfo }) {
  const log = useInfiniteQuery(sessionLogQuery())
  const machines = useQuery(machinesQuery())
  const knownMachines = useQuery(knownMachinesQuery())
  const factors = useQuery(factorsQuery())
  if (!useAllAnswered(machines, knownMachines, log, factors)) return <HomeSkeleton cards={BUSINESS_CARDS} />
  const sessions = { ...log, data: log.data?.sessions }
  const activity = log.data && {
    currentSession: log.data.sessions.find(({ current }) => current)?.session,
    signIns: log.data.signIns,
    redemptions: [],
    certificates: [],
  }
  return (
    <>
      <section className={styles.home} id="overview" aria-label={m.home_name()}>
        <div className={styles.main}>
          <HomeMachines base="profile-business" />
          <CheckupCard
            account={checkedAccount(info, factors.data)}
            sessions={sessions}
            hrefOf={task =>
              portalHref(task ? `profile-business/security/${task}` : 'profile-business/security')
            }
          />
        </div>
        <div className={styles.latest} id="latest">
          <MessagesCard />
          <ActivityCard
            query={{ ...log, data: activity }}
            href={portalHref('profile-business/security/history')}
          />
        </div>
      </section>
      <CompanyCard info={info} />
    </>
  )
}

/** The alert precedes the session log, and the server may refuse the log until the person has answered. */
export function loader() {
  void queryClient.prefetchQuery(placesQuery(''))
  if (account.get()?.info.defaultPassword) return
  void queryClient.prefetchInfiniteQuery(sessionLogQuery())
  void queryClient.prefetchQuery(factorsQuery())
  void queryClient.prefetchQuery(machinesQuery())
  void queryClient.prefetchQuery(knownMachinesQuery())
  void queryClient.prefetchQuery(unreadMessagesQuery())
}
