import type { OutputOf } from '@kerf/contract/endpoint'
import type { getFactors } from '@kerf/contract/endpoints/factors'
import { isSecurityTask, type SecurityTask } from '@kerf/contract/portal-routes'
import * as m from '@kerf/locales/messages'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AccountInformationCard } from '../features/account/account-information-card.tsx'
import { DeletionCard } from '../features/account/delete-account-card.tsx'
import { DownloadDataCard } from '../features/account/download-data-card.tsx'
import { secondEmailQuery } from '../features/account/second-email-query.ts'
import type { AccountBase } from '../features/account-menu/menu-items.ts'
import { AppsCard, grantedAppsQuery } from '../features/authorization/apps-card.tsx'
import { isPasskeyRecommended, SecurityStatus } from '../features/home/security-status.tsx'
import { machinesQuery } from '../features/machines/machines-query.ts'
import { workshopsQuery } from '../features/machines/owner/workshops-query.ts'
import { PasskeysCard } from '../features/passkeys/passkeys-card.tsx'
import { passkeysQuery } from '../features/passkeys/passkeys-query.ts'
import { PasswordCard } from '../features/password/password-card.tsx'
import { DeviceSafetyCard } from '../features/safety-module/device-safety-card.tsx'
import { HistoryCard } from '../features/sessions/history-card.tsx'
import { sessionLogQuery } from '../features/sessions/session-log-query.ts'
import { SessionsCard } from '../features/sessions/sessions-card.tsx'
import { LinkedIdentitiesCard } from '../features/social/linked-identities-card.tsx'
import { FEW_RECOVERY_CODES, factorsQuery } from '../features/two-step/factors-query.ts'
import { TwoStepCard } from '../features/two-step/two-step-card.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { useAllAnswered } from '../lib/query/use-all-answered.ts'
import type { RouteContext } from '../lib/router/router.ts'
import { useParams } from '../lib/router/router-view.tsx'
import { account, type FullInfo, isEnterprise } from '../lib/session/account.ts'
import { useAccount } from '../lib/session/current-account.ts'
import { portalHref } from '../lib/url/links.ts'
import { BackLink } from '../ui/app-link/back-link.tsx'
import { CardGroup } from '../ui/card/card.tsx'
import { CardSkeletons } from '../ui/skeleton/card-skeletons.tsx'
import { VisuallyHidden } from '../ui/visually-hidden/visually-hidden.tsx'
import { BehindPasswordAlert } from './business/business-page.tsx'
import { FarewellPage } from './frames/farewell-page.tsx'
import { securitySections } from './frames/page-sections.ts'
import { ProfileFrame } from './frames/profile-frame.tsx'
import { useAccountBase } from './frames/use-account-base.ts'
import { checkedAccount } from './home/checked-account.ts'
import { DeletePersonalAccount } from './security/delete-personal-account.tsx'

/** Account security of either kind of account: how safe it is, and a row or card for each task, in groups. An address with a task shows its card alone. */
export function SecurityPage() {
  useLanguage()
  const base = useAccountBase()
  const info = useAccount()
  const { task } = useParams()
  const [erased, setErased] = useState<string>()
  if (erased !== undefined) return <FarewellPage email={erased} />
  const asked = isSecurityTask(task) ? task : undefined
  return (
    <ProfileFrame
      back={asked && <BackLink to={`${base}/security`}>{m.security_all_settings()}</BackLink>}
      base={base}
      current="security"
      title={m.security_title()}
      sections={asked || info?.defaultPassword ? [] : securitySections()}
    >
      {info &&
        (isEnterprise(info) ? (
          <BehindPasswordAlert key={info.uid} info={info}>
            <SecurityCards info={info} base={base} cards={businessCards(info)} task={asked} />
          </BehindPasswordAlert>
        ) : (
          <SecurityCards
            key={info.uid}
            info={info}
            base={base}
            cards={personalCards(info, () => setErased(info.email))}
            task={asked}
          />
        ))}
    </ProfileFrame>
  )
}

/** Those that an account does not have are left out. */
type Cards = Readonly<Partial<Record<SecurityTask, ReactNode>>>

/** Two-step login counts until it is known that it is off: no request of its own, so that the dialog opens at once. */
const hasOtherCredentials = ({ passkeys, social }: FullInfo): boolean =>
  passkeys > 0 || social.length > 0 || queryClient.getQueryData(factorsQuery().queryKey)?.totp !== null

const passwordCard = (info: FullInfo) => (
  <PasswordCard
    info={info}
    hasOtherCredentials={() => hasOtherCredentials(info)}
    onChanged={() => void queryClient.invalidateQueries(sessionLogQuery())}
  />
)

const personalCards = (info: FullInfo, onErased: () => void): Cards => ({
  password: passwordCard(info),
  passkey: <PasskeysCard email={info.email} count={info.passkeys} />,
  'two-step': <TwoStepCard isRecommended={!isPasskeyRecommended({ hasPasskey: info.passkeys > 0 })} />,
  accounts: <LinkedIdentitiesCard social={info.social} />,
  email: <AccountInformationCard info={info} />,
  devices: <SessionsCard />,
  apps: <AppsCard />,
  history: <HistoryCard />,
  data: <DownloadDataCard />,
  delete: <DeletePersonalAccount email={info.email} onDeleted={onErased} />,
})

/** With its default password an account may change nothing else. */
const businessCards = (info: FullInfo): Cards => ({
  password: passwordCard(info),
  'two-step': <TwoStepCard isRecommended mayChange={!info.defaultPassword} />,
  email: <AccountInformationCard info={info} />,
  devices: <SessionsCard mayRemove={!info.defaultPassword} />,
  apps: <AppsCard />,
  history: <HistoryCard />,
  delete: <DeletionCard />,
})

interface CardsProps {
  info: FullInfo
  base: AccountBase
  cards: Cards
  /** undefined for all */
  task: SecurityTask | undefined
}

function SecurityCards({ info, base, cards, task }: CardsProps) {
  const log = useInfiniteQuery(sessionLogQuery())
  const factors = useQuery(factorsQuery())
  const apps = useQuery(grantedAppsQuery())
  const isBusiness = isEnterprise(info)
  const passkeys = useQuery({ ...passkeysQuery(), enabled: !isBusiness })
  // They decide what stands on top, and how tall the cards are.
  const isReady = useAllAnswered(log, factors, apps, { isPending: !isBusiness && passkeys.isPending })
  if (task === 'history') return <HistoryCard isAlone />
  if (task && cards[task]) return cards[task]
  if (!isReady)
    return (
      <>
        <VisuallyHidden role="status">{m.security_loading()}</VisuallyHidden>
        <CardSkeletons />
      </>
    )
  return (
    <>
      <SecurityStatus
        account={{
          ...checkedAccount(info, factors.data),
          hasCopiedPasskey: passkeys.data?.passkeys.some(({ suspended }) => suspended) ?? false,
          fewRecoveryCodes: countIfFew(factors.data),
        }}
        sessions={{ data: log.data?.sessions, refetch: log.refetch }}
        hrefOf={next => portalHref(`${base}/security/${next}`)}
      />
      <CardGroup id="login" title={m.security_group_login()}>
        {cards.password}
        {cards.passkey}
        {cards['two-step']}
        {cards.accounts}
      </CardGroup>
      <CardGroup id="account" title={m.security_account_title()}>
        <AccountInformationCard isInGroup info={info} />
      </CardGroup>
      <CardGroup id="devices" title={m.security_group_devices()}>
        {cards.devices}
        {cards.apps}
        {cards.history}
        {cards.data && <DeviceSafetyCard />}
      </CardGroup>
      <CardGroup id="data" title={m.security_group_data()}>
        {cards.data}
        {cards.delete}
      </CardGroup>
    </>
  )
}

/** Unused recovery codes of a two-step login, if it warns that few are left. */
const countIfFew = (factors: OutputOf<typeof getFactors> | undefined): number | undefined =>
  factors?.totp && factors.recoveryCodes < FEW_RECOVERY_CODES ? factors.recoveryCodes : undefined

/** The server may refuse the session log of an account with its default password until the person has answered the alert. */
export function loader({ location: { pathname } }: RouteContext): void {
  const isBusiness = pathname.includes('/profile-business/')
  if (isBusiness && account.get()?.info.defaultPassword) return
  void queryClient.prefetchInfiniteQuery(sessionLogQuery())
  void queryClient.prefetchQuery(factorsQuery())
  void queryClient.prefetchQuery(grantedAppsQuery())
  if (isBusiness) return
  void queryClient.prefetchQuery(passkeysQuery())
  void queryClient.prefetchQuery(secondEmailQuery())
  void queryClient.prefetchQuery(machinesQuery())
  void queryClient.prefetchQuery(workshopsQuery())
}
