import { isTrainingNeeded } from '@kerf/contract/app-version-rules'
import { listMessages } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { LetterIcon, MENU_ICONS } from '../../features/account-menu/menu-icons.tsx'
import { isTrainingShown } from '../../features/account-menu/menu-items.ts'
import { CheckupCard } from '../../features/home/checkup-card.tsx'
import styles from '../../features/home/home.module.css'
import { activeBenefits, appsInUse, endsSoon, recentActivity } from '../../features/home/home-activity.ts'
import {
  HOME_PICTURES_MAX,
  HOME_ROWS_MAX,
  HomeCard,
  HomeEmpty,
  HomeRow,
} from '../../features/home/home-card.tsx'
import { PasskeyOffer, usePasskeyOffer } from '../../features/home/passkey-offer.tsx'
import { machinesQuery } from '../../features/machines/machines-query.ts'
import { getMessageClient } from '../../features/messages/data/message-client.ts'
import { BenefitPicture } from '../../features/redemption/benefit-picture.tsx'
import { redemptionsQuery } from '../../features/redemption/redemptions-query.ts'
import { sessionLogQuery } from '../../features/sessions/session-log-query.ts'
import { trainingQuery } from '../../features/training/training-query.ts'
import { factorsQuery } from '../../features/two-step/factors-query.ts'
import { getLanguage, useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { useAllAnswered } from '../../lib/query/use-all-answered.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { formatDate } from '../../lib/text/format-time.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { icon, path } from '../../ui/icon/icon.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import { PLATFORMS, PlugIcon } from '../../ui/icon/platforms.tsx'
import { ProgressRing } from '../../ui/progress-ring/progress-ring.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { HomeSkeleton } from '../frames/home-skeleton.tsx'
import { HomeMachines } from './home-machines.tsx'

const ClockIcon = /* @__PURE__ */ icon(
  path('M10 5.5V10l3 2M10 17.25a7.25 7.25 0 1 0 0-14.5 7.25 7.25 0 0 0 0 14.5Z'),
)

/** The newest unread messages: a request of its own, because the message center keeps a list for each visit. */
function unreadMessagesQuery() {
  const appCode = getPageContext().data.app.code
  const client = getMessageClient({
    baseUrl: '',
    token: getCurrentToken() ?? '',
    lang: getLanguage(),
    appCode,
  })
  return queryOptions({
    queryKey: ['home-messages', client.id],
    queryFn: ({ signal }) =>
      client.call(listMessages, { appCode, unread: 'true', limit: String(HOME_ROWS_MAX) }, { signal }),
    select: ({ items }) => items,
  })
}

/** Starts the requests of the home together. Each card waits for its own. */
export function prefetchHome(): void {
  void queryClient.prefetchInfiniteQuery(sessionLogQuery())
  void queryClient.prefetchInfiniteQuery(redemptionsQuery(getLanguage()))
  void queryClient.prefetchQuery(unreadMessagesQuery())
  void queryClient.prefetchQuery(trainingQuery())
  void queryClient.prefetchQuery(machinesQuery())
  void queryClient.prefetchQuery(factorsQuery())
}

/** Top of the profile: is all well, and what is new? */
export function AccountHome({ info }: { info: FullInfo }) {
  const language = useLanguage()
  const log = useInfiniteQuery(sessionLogQuery())
  const redemptions = useInfiniteQuery(redemptionsQuery(language))
  const training = useQuery(trainingQuery())
  const messages = useQuery(unreadMessagesQuery())
  const factors = useQuery(factorsQuery())
  const security = portalHref('profile/security')
  const isTraining = isTrainingShown({
    needed: isTrainingNeeded(
      getPageContext().data.app.training,
      getPageContext().system,
      getPageContext().url.av,
    ),
    hasSafetyPrize: training.data?.some(({ id, certId }) => id === 'laser' && certId !== '') ?? false,
    hasPrintPrize: training.data?.some(({ id, certId }) => id === 'printer' && certId !== '') ?? false,
  })
  const offer = usePasskeyOffer()
  const isReady = useAllAnswered(log, factors, offer)
  const sessions = { ...log, data: log.data?.sessions }
  /** Waits for all three, so that no row comes later. */
  const isActivityPending = log.isPending || redemptions.isPending || training.isPending
  const activity = log.data &&
    !isActivityPending && {
      signIns: log.data.signIns,
      redemptions: redemptions.data ?? [],
      certificates: (training.data ?? []).flatMap(({ certificate, title }) =>
        certificate ? [{ issued: certificate.issued, course: title[language] }] : [],
      ),
    }
  if (!isReady) return <HomeSkeleton />
  return (
    <section className={styles.home} aria-label={m.home_name()}>
      {info.passkeys === 0 && offer.isShown && <PasskeyOffer onEnded={offer.hide} />}
      <CheckupCard
        hasPassword={info.hasPassword}
        hasPasskey={info.passkeys > 0}
        social={info.social.map(({ channel }) => ({ channel, name: providerName(channel) }))}
        twoStep={factors.data && factors.data.totp !== null}
        sessions={sessions}
        securityHref={security}
        passwordHref={portalHref('profile/security/password')}
      />
      <div className={styles.grid}>
        <HomeCard
          title={m.messages_title()}
          Icon={LetterIcon}
          link={{ href: portalHref('message'), name: m.home_messages_open() }}
          query={messages}
          loadingText={m.messages_loading()}
        >
          {items =>
            items.length === 0 ? (
              <HomeEmpty text={m.home_messages_none()} />
            ) : (
              <ul className={styles.rows}>
                {items.map(({ id, title, at }) => (
                  <HomeRow
                    key={id}
                    mark={<LetterIcon />}
                    title={title}
                    detail={<RelativeTime at={at} />}
                    href={portalHref('message')}
                  />
                ))}
              </ul>
            )
          }
        </HomeCard>
        <HomeMachines />
        <HomeCard
          title={m.home_benefits()}
          Icon={MENU_ICONS.exchange}
          link={{ href: portalHref('profile/exchange'), name: m.home_benefits_open() }}
          query={redemptions}
          loadingText={m.home_benefits_loading()}
        >
          {all => {
            const active = activeBenefits(all)
            return active.length === 0 ? (
              <HomeEmpty picture={<BenefitPicture />} text={m.home_benefits_none()} />
            ) : (
              <ul className={styles.rows}>
                {active.slice(0, HOME_PICTURES_MAX).map(({ code, benefit, expireTime }) => (
                  <HomeRow
                    key={code}
                    mark={<BenefitPicture />}
                    isPicture
                    title={benefit}
                    detail={
                      expireTime === 0 ? (
                        m.home_benefit_endless()
                      ) : (
                        <span className={endsSoon({ expireTime }) ? styles.soon : undefined}>
                          {m.home_benefit_until({ day: formatDate(expireTime) })} ·{' '}
                          <RelativeTime at={expireTime} />
                        </span>
                      )
                    }
                  />
                ))}
              </ul>
            )
          }}
        </HomeCard>
        {isTraining && (
          <HomeCard
            title={m.training_title()}
            Icon={MENU_ICONS.training}
            link={{ href: portalHref('profile/training'), name: m.home_training_open() }}
            query={training}
            loadingText={m.home_training_loading()}
          >
            {courses => (
              <ul className={styles.rows}>
                {courses.map(({ id, title, lessons, certificate, revoked }) => {
                  const counts = {
                    done: lessons.filter(({ finished }) => finished).length,
                    all: lessons.length,
                  }
                  return (
                    <HomeRow
                      key={id}
                      mark={
                        <ProgressRing
                          {...counts}
                          label={m.training_ring({ title: title[language], ...counts })}
                        />
                      }
                      title={title[language]}
                      detail={
                        certificate
                          ? m.home_training_certified()
                          : revoked
                            ? m.training_certificate_revoked()
                            : m.training_lessons(counts)
                      }
                      href={portalHref('profile/training')}
                    />
                  )
                })}
              </ul>
            )}
          </HomeCard>
        )}
        <HomeCard
          title={m.security_sessions_title()}
          Icon={PlugIcon}
          link={{ href: security, name: m.home_apps_open() }}
          query={sessions}
          loadingText={m.security_loading()}
          isWide
        >
          {known => (
            <ul className={styles.rows}>
              {appsInUse(known)
                .slice(0, HOME_ROWS_MAX)
                .map(({ session, application, platform, location, lastLogin, current }) => {
                  const { Icon, name } = PLATFORMS[platform]
                  return (
                    <HomeRow
                      key={session}
                      mark={<Icon />}
                      title={application || name()}
                      detail={
                        <>
                          {current ? (
                            <span className={styles.live}>{m.security_sessions_now()}</span>
                          ) : (
                            <RelativeTime at={lastLogin} />
                          )}
                          {location && ` · ${location}`}
                        </>
                      }
                    />
                  )
                })}
            </ul>
          )}
        </HomeCard>
        <HomeCard
          title={m.home_activity()}
          Icon={ClockIcon}
          link={{ href: security, name: m.home_activity_open() }}
          query={{ ...log, data: activity || undefined, isPending: isActivityPending }}
          loadingText={m.security_history_loading()}
          isWide
        >
          {sources => (
            <ul className={styles.rows}>
              {recentActivity(sources, HOME_ROWS_MAX).map(({ key, kind, at, what, where }) => (
                <HomeRow
                  key={key}
                  mark={ACTIVITY[kind].mark}
                  title={what ? ACTIVITY[kind].text({ what }) : m.home_activity_login_plain()}
                  detail={
                    <>
                      <RelativeTime at={at} />
                      {where && ` · ${where}`}
                    </>
                  }
                />
              ))}
            </ul>
          )}
        </HomeCard>
      </div>
    </section>
  )
}

const ACTIVITY = {
  login: { mark: <ClockIcon />, text: m.home_activity_login },
  redemption: { mark: <MENU_ICONS.exchange />, text: m.home_activity_redemption },
  certificate: { mark: <CheckIcon />, text: m.home_activity_certificate },
} as const
