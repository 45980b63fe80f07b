import type { SecurityTask } from '@kerf/contract/portal-routes'
import type { System } from '@kerf/contract/portal-url'
import * as m from '@kerf/locales/messages'
import type { ComponentType, ReactNode } from 'react'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { KeyIcon } from '../../ui/icon/fact-icons.tsx'
import { FingerprintIcon } from '../../ui/icon/fingerprint-icon.tsx'
import { icon } from '../../ui/icon/icon.tsx'
import { AlertIcon, CheckIcon, ChevronRightIcon, ShieldIcon } from '../../ui/icon/icons.tsx'
import { deviceIcon, LockIcon, PLATFORMS, SheetIcon } from '../../ui/icon/platforms.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import styles from './checkup.module.css'
import { NewLoginAnswer } from './new-login-answer.tsx'
import type { AdviceKind, Assessment, CheckedAccount, CheckedSession, Rank } from './security-checkup.ts'

/** Basic protection: a shield with a check mark would say that all is good. */
const HalfShieldIcon = /* @__PURE__ */ icon(
  <>
    <path d="M10 2.5l6.5 2.5v4.5c0 4-2.7 6.6-6.5 8-3.8-1.4-6.5-4-6.5-8V5L10 2.5Z" />
    <path d="M10 2.5v15c-3.8-1.4-6.5-4-6.5-8V5Z" fill="currentColor" />
  </>,
)
export const OffIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M6.75 10h6.5" />
  </>,
)

const RANKS: Readonly<Record<Rank, LocalizedText>> = {
  good: m.home_check_good,
  better: m.home_check_better,
  best: m.home_check_best,
}

export interface ListedSession extends CheckedSession {
  readonly session: string
  readonly application: string
  readonly platform: System
  /** place of the last login; '' if it is not known */
  readonly location: string
}

const deviceName = ({ application, platform }: ListedSession): string =>
  application || PLATFORMS[platform].name()

/** Something to look at, and what can be done about it. */
interface Advice {
  readonly kind: AdviceKind
  readonly Icon: ComponentType
  readonly title: string
  readonly detail: ReactNode
  readonly action: ReactNode
}

interface AdviceContext {
  account: CheckedAccount
  assessment: Assessment<ListedSession>
  /** address of a task of account security */
  hrefOf(task: SecurityTask): string
  /** after the answer about a new login */
  onAnswered(): Promise<unknown>
}

export function describeAdvices({
  account,
  assessment: { advices, isDefaultPassword, sessions },
  hrefOf,
  onAnswered,
}: AdviceContext): readonly Advice[] {
  const session = sessions?.session
  const device = session ? deviceName(session) : ''
  const DeviceIcon = session ? deviceIcon(session.platform, session.application) : AlertIcon
  const link = (task: SecurityTask, label: string) => (
    <ButtonLink size="small" variant={advices.length === 1 ? 'primary' : 'secondary'} href={hrefOf(task)}>
      {label}
    </ButtonLink>
  )
  const described: Readonly<Record<AdviceKind, Omit<Advice, 'kind'>>> = {
    'new-login': {
      Icon: DeviceIcon,
      title: m.home_check_new({ device }),
      detail: session && (
        <>
          {session.location && `${session.location} · `}
          <RelativeTime at={session.firstLogin} />
        </>
      ),
      // An account with its default password changes nothing else.
      action: isDefaultPassword
        ? link('devices', m.home_check_see_devices())
        : session && (
            <NewLoginAnswer
              key={session.session}
              session={session.session}
              device={device}
              passwordHref={hrefOf('password')}
              onAnswered={onAnswered}
            />
          ),
    },
    'copied-passkey': {
      Icon: FingerprintIcon,
      title: m.home_check_passkey_copied(),
      detail: m.home_check_passkey_copied_text(),
      action: link('passkey', m.home_check_see_passkeys()),
    },
    'default-password': {
      Icon: LockIcon,
      title: m.home_check_password_default(),
      detail: m.home_check_password_default_text(),
      action: link('password', m.security_password_change()),
    },
    'no-password': {
      Icon: LockIcon,
      title: m.home_check_password_none(),
      detail: m.home_check_password_none_text(),
      action: link('password', m.security_password_set()),
    },
    'few-codes': {
      Icon: SheetIcon,
      title: m.home_check_few_codes(),
      detail: m.two_step_codes_left({ count: account.fewRecoveryCodes ?? 0 }),
      action: link('two-step', m.two_step_renew()),
    },
    'unused-device': {
      Icon: DeviceIcon,
      title: m.home_check_unused({ device }),
      detail: session && (
        <>
          {m.security_fact_last()} · <RelativeTime at={session.lastLogin} />
        </>
      ),
      action: link('devices', m.home_check_see_devices()),
    },
  }
  return advices.map(kind => ({ kind, ...described[kind] }))
}

interface VerdictProps {
  account: CheckedAccount
  rank: Rank
  advices: readonly Advice[]
  /** below the title of a card: h3 */
  heading?: 'h2' | 'h3'
  /** what to do where there is nothing to look at */
  action?: ReactNode
}

/** Is all well? A single advice stands in its place. */
export function Verdict({ account, rank, advices, heading: Heading = 'h2', action }: VerdictProps) {
  const [advice] = advices
  const only = advices.length === 1 ? advice : undefined
  const answers = advice ? only?.action : action
  const tone = advice ? 'warning' : rank === 'good' ? 'neutral' : 'success'
  const text = only
    ? only.detail
    : !advice &&
      (rank === 'best'
        ? m.home_check_text()
        : improvement(rank, account.hasPasskey, account.business !== undefined))
  return (
    <div className={styles.verdict}>
      <span className={styles.shield} data-tone={tone}>
        {advice ? <AlertIcon /> : rank === 'good' ? <HalfShieldIcon /> : <ShieldIcon />}
      </span>
      <div className={styles.statement}>
        <Heading>
          {only?.title ?? (advice ? m.home_check_advice({ count: advices.length }) : RANKS[rank]())}
        </Heading>
        {text && <p>{text}</p>}
      </div>
      {answers && <div className={styles.answers}>{answers}</div>}
    </div>
  )
}

/** What would protect the account better. */
function improvement(rank: Exclude<Rank, 'best'>, hasPasskey: boolean, isBusiness: boolean): string {
  if (hasPasskey || isBusiness) return m.home_check_add_two_step()
  return rank === 'good' ? m.home_check_add_any() : m.home_check_add_passkey()
}

/** Several advices, a row each. */
export const AdviceList = ({ advices }: { advices: readonly Advice[] }) => (
  <ul className={styles.advices}>
    {advices.map(({ kind, Icon, title, detail, action }) => (
      <li key={kind} className={styles.check}>
        <div className={styles.row}>
          <span className={styles.mark} data-tone="warning">
            <Icon />
          </span>
          <Words title={title} detail={detail} />
        </div>
        <div className={styles.answers}>{action}</div>
      </li>
    ))}
  </ul>
)

interface CheckProps {
  /** false: something to look at; undefined: a fact that is neither good nor bad */
  fine: boolean | undefined
  /** of a fact that is neither good nor bad */
  Icon?: ComponentType
  title: string
  detail: ReactNode
  /** where it is changed */
  href: string
  /** what is done there; otherwise an arrow */
  act?: string | undefined
}

/** A fact of the check-up that needs no attention. */
export const Check = ({ fine, Icon = KeyIcon, title, detail, href, act }: CheckProps) => (
  <li className={styles.check}>
    <PortalLink href={href} className={styles.row}>
      {fine === undefined ? (
        <span className={styles.mark} data-tone="neutral">
          <Icon />
        </span>
      ) : (
        <span className={styles.mark} data-tone={fine ? undefined : 'warning'}>
          {fine ? <CheckIcon /> : <AlertIcon />}
        </span>
      )}
      <Words title={title} detail={detail} />
      {act ? <span className={styles.act}>{act}</span> : <ChevronRightIcon />}
    </PortalLink>
  </li>
)

const Words = ({ title, detail }: { title: string; detail: ReactNode }) => (
  <span className={styles.words}>
    <strong>{title}</strong>
    <span>{detail}</span>
  </span>
)
