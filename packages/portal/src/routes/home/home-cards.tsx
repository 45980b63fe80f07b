import { isTrainingNeeded } from '@kerf/contract/app-version-rules'
import { listMessages } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MENU_ICONS } from '../../features/account-menu/menu-icons.tsx'
import { isTrainingShown } from '../../features/account-menu/menu-items.ts'
import styles from '../../features/home/home.module.css'
import {
  type ActivitySources,
  activeBenefits,
  endsSoon,
  recentActivity,
} from '../../features/home/home-activity.ts'
import {
  HOME_ROWS_FEW,
  HOME_ROWS_MAX,
  HomeCard,
  HomeEmpty,
  type HomeQuery,
  HomeRow,
} from '../../features/home/home-card.tsx'
import { CATEGORY_ICONS } from '../../features/messages/categories.tsx'
import { getMessageClient } from '../../features/messages/data/message-client.ts'
import { BenefitPicture } from '../../features/redemption/benefit-picture.tsx'
import { redemptionsQuery } from '../../features/redemption/redemptions-query.ts'
import { trainingQuery } from '../../features/training/training-query.ts'
import { getLanguage, useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { formatDate } from '../../lib/text/format-time.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { ClockIcon } from '../../ui/icon/fact-icons.tsx'
import { CheckIcon, LetterIcon, PlusIcon } from '../../ui/icon/icons.tsx'
import { deviceIcon } from '../../ui/icon/platforms.tsx'
import { ProgressRing } from '../../ui/progress-ring/progress-ring.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'

/** The newest unread messages: a request of its own, because the message center keeps a list for each visit. */
export function unreadMessagesQuery() {
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

export function MessagesCard() {
  const query = useQuery(unreadMessagesQuery())
  return (
    <HomeCard
      title={m.messages_title()}
      Icon={LetterIcon}
      link={{ href: portalHref('message'), name: m.home_messages_open() }}
      query={query}
      loadingText={m.messages_loading()}
    >
      {items =>
        items.length === 0 ? (
          <HomeEmpty text={m.home_messages_none()} />
        ) : (
          <ul className={styles.rows}>
            {items.map(({ id, title, at, category }) => {
              const Icon = CATEGORY_ICONS[category]
              return (
                <HomeRow
                  key={id}
                  mark={<Icon />}
                  title={title}
                  detail={<RelativeTime at={at} />}
                  isUnread
                  href={portalHref('message')}
                />
              )
            })}
          </ul>
        )
      }
    </HomeCard>
  )
}

const BenefitIcon = MENU_ICONS.exchange

export function BenefitsCard() {
  const query = useInfiniteQuery(redemptionsQuery(useLanguage()))
  const href = portalHref('profile/exchange')
  // The content of a card without benefits leads there itself.
  const isEmpty = query.data && activeBenefits(query.data).length === 0
  return (
    <HomeCard
      title={m.home_benefits()}
      Icon={BenefitIcon}
      link={isEmpty ? undefined : { href, name: m.home_benefits_all() }}
      query={query}
      loadingText={m.home_benefits_loading()}
      rows={HOME_ROWS_FEW}
    >
      {all => {
        const active = activeBenefits(all)
        return active.length === 0 ? (
          <HomeEmpty
            picture={<BenefitPicture />}
            text={m.home_benefits_none()}
            action={
              <ButtonLink variant="secondary" size="small" href={href}>
                {m.home_benefits_open()}
              </ButtonLink>
            }
          />
        ) : (
          <ul className={styles.rows}>
            {active.slice(0, HOME_ROWS_MAX).map(({ code, benefit, expireTime }) => (
              <HomeRow
                key={code}
                mark={<BenefitIcon />}
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
                href={href}
              />
            ))}
            {active.length < 2 && <HomeRow mark={<PlusIcon />} title={m.home_benefits_open()} href={href} />}
          </ul>
        )
      }}
    </HomeCard>
  )
}

/** Nothing where the account needs no training and has none. */
export function TrainingCard() {
  const language = useLanguage()
  const training = useQuery(trainingQuery())
  const { data, system, url } = getPageContext()
  const has = (course: string) =>
    training.data?.some(({ id, certId }) => id === course && certId !== '') ?? false
  const isShown = isTrainingShown({
    needed: isTrainingNeeded(data.app.training, system, url.av),
    hasSafetyPrize: has('laser'),
    hasPrintPrize: has('printer'),
  })
  if (!isShown) return null
  return (
    <HomeCard
      title={m.training_title()}
      Icon={MENU_ICONS.training}
      link={{ href: portalHref('profile/training'), name: m.home_training_open() }}
      query={training}
      loadingText={m.home_training_loading()}
      rows={HOME_ROWS_FEW}
    >
      {courses => (
        <ul className={styles.rows}>
          {courses.map(({ id, title, lessons, certificate, revoked }) => {
            const counts = { done: lessons.filter(({ finished }) => finished).length, all: lessons.length }
            return (
              <HomeRow
                key={id}
                mark={
                  <ProgressRing {...counts} label={m.training_ring({ title: title[language], ...counts })} />
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
  )
}

const ACTIVITY = {
  login: { Icon: ClockIcon, text: m.home_activity_login, page: undefined },
  redemption: { Icon: MENU_ICONS.exchange, text: m.home_activity_redemption, page: 'profile/exchange' },
  certificate: { Icon: CheckIcon, text: m.home_activity_certificate, page: 'profile/training' },
} as const

/** `href`: where the whole login history is, and where each login leads. */
export const ActivityCard = ({ query, href }: { query: HomeQuery<ActivitySources>; href: string }) => (
  <HomeCard
    title={m.home_activity()}
    Icon={ClockIcon}
    link={{ href, name: m.home_activity_open() }}
    query={query}
    loadingText={m.security_history_loading()}
  >
    {sources => {
      const activity = recentActivity(sources, HOME_ROWS_MAX)
      return activity.length === 0 ? (
        <HomeEmpty text={m.home_activity_none()} />
      ) : (
        <ul className={styles.rows}>
          {activity.map(({ key, kind, at, what, where, platform, isHere }) => {
            const { Icon: KindIcon, text, page } = ACTIVITY[kind]
            const Icon = platform ? deviceIcon(platform, what) : KindIcon
            return (
              <HomeRow
                key={key}
                mark={<Icon />}
                title={what || text()}
                detail={
                  <>
                    {(what || isHere) && `${isHere ? m.security_sessions_this() : text()} · `}
                    <RelativeTime at={at} />
                    {where && ` · ${where}`}
                  </>
                }
                href={page ? portalHref(page) : href}
              />
            )
          })}
        </ul>
      )
    }}
  </HomeCard>
)
