import * as m from '@kerf/locales/messages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CheckupCard } from '../../features/home/checkup-card.tsx'
import styles from '../../features/home/home.module.css'
import { PasskeyOffer, usePasskeyOffer } from '../../features/home/passkey-offer.tsx'
import { machinesQuery } from '../../features/machines/machines-query.ts'
import { redemptionsQuery } from '../../features/redemption/redemptions-query.ts'
import { sessionLogQuery } from '../../features/sessions/session-log-query.ts'
import { trainingQuery } from '../../features/training/training-query.ts'
import { factorsQuery } from '../../features/two-step/factors-query.ts'
import { knownMachinesQuery } from '../../features/welder/use-known-machines.ts'
import { getLanguage, useLanguage } from '../../lib/page/language.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { useAllAnswered } from '../../lib/query/use-all-answered.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { HomeSkeleton, PERSONAL_CARDS } from '../frames/home-skeleton.tsx'
import { checkedAccount } from './checked-account.ts'
import { ActivityCard, BenefitsCard, MessagesCard, TrainingCard, unreadMessagesQuery } from './home-cards.tsx'
import { HomeMachines } from './home-machines.tsx'

/** Starts the requests of the home together. */
export function prefetchHome(): void {
  void queryClient.prefetchInfiniteQuery(sessionLogQuery())
  void queryClient.prefetchInfiniteQuery(redemptionsQuery(getLanguage()))
  void queryClient.prefetchQuery(unreadMessagesQuery())
  void queryClient.prefetchQuery(trainingQuery())
  void queryClient.prefetchQuery(machinesQuery())
  void queryClient.prefetchQuery(knownMachinesQuery())
  void queryClient.prefetchQuery(factorsQuery())
}

/** Top of the profile: what the person has, is all well, and what is new? */
export function AccountHome({ info }: { info: FullInfo }) {
  const language = useLanguage()
  const log = useInfiniteQuery(sessionLogQuery())
  const redemptions = useInfiniteQuery(redemptionsQuery(language))
  const training = useQuery(trainingQuery())
  const machines = useQuery(machinesQuery())
  const knownMachines = useQuery(knownMachinesQuery())
  const factors = useQuery(factorsQuery())
  const offer = usePasskeyOffer()
  // The answers decide how tall the first cards are.
  const isReady = useAllAnswered(machines, knownMachines, redemptions, log, factors, offer)
  const sessions = { ...log, data: log.data?.sessions }
  /** Waits for all three, so that no row comes later. */
  const isActivityPending = log.isPending || redemptions.isPending || training.isPending
  const activity =
    log.data && !isActivityPending
      ? {
          currentSession: log.data.sessions.find(({ current }) => current)?.session,
          signIns: log.data.signIns,
          redemptions: redemptions.data ?? [],
          certificates: (training.data ?? []).flatMap(({ certificate, title }) =>
            certificate ? [{ issued: certificate.issued, course: title[language] }] : [],
          ),
        }
      : undefined
  if (!isReady) return <HomeSkeleton cards={PERSONAL_CARDS} />
  return (
    <section className={styles.home} id="overview" aria-label={m.home_name()}>
      <div className={styles.main}>
        <HomeMachines base="profile" />
        <CheckupCard
          account={checkedAccount(info, factors.data)}
          sessions={sessions}
          hrefOf={task => portalHref(task ? `profile/security/${task}` : 'profile/security')}
        />
      </div>
      {info.passkeys === 0 && offer.isShown && <PasskeyOffer onEnded={offer.hide} />}
      <div className={styles.latest} id="latest">
        <MessagesCard />
        <ActivityCard
          query={{ ...log, data: activity, isPending: isActivityPending }}
          href={portalHref('profile/security/history')}
        />
        <BenefitsCard />
        <TrainingCard />
      </div>
    </section>
  )
}
