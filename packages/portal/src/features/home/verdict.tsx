import type { System } from '@kerf/contract/portal-url'
import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { AlertIcon, CheckIcon, ChevronRightIcon, InfoIcon, ShieldIcon } from '../../ui/icon/icons.tsx'
import { PLATFORMS } from '../../ui/icon/platforms.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import styles from './checkup.module.css'
import { NewLoginAnswer } from './new-login-answer.tsx'
import type { Assessment, CheckedAccount, CheckedSession, Rank } from './security-checkup.ts'

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

export const deviceName = ({ application, platform }: ListedSession): string =>
  application || PLATFORMS[platform].name()

interface VerdictProps {
  account: CheckedAccount
  assessment: Assessment<unknown>
  /** a link at the end of the line; below the words where there is little room */
  action?: ReactNode
}

/** Is all well? */
export function Verdict({ account, assessment: { advices, rank }, action }: VerdictProps) {
  const tone = advices > 0 ? 'warning' : rank === 'good' ? 'neutral' : 'success'
  return (
    <div className={styles.verdict}>
      <span className={styles.shield} data-tone={tone}>
        {advices > 0 ? <AlertIcon /> : <ShieldIcon />}
      </span>
      <div className={styles.statement}>
        <h2>{advices > 0 ? adviceTitle(advices) : RANKS[rank]()}</h2>
        <p>
          {advices > 0
            ? m.home_check_look()
            : rank === 'best'
              ? m.home_check_text()
              : improvement(rank, account.hasPasskey, account.business !== undefined)}
        </p>
      </div>
      {action && <div>{action}</div>}
    </div>
  )
}

const adviceTitle = (count: number): string =>
  count === 1 ? m.home_check_advice_one() : m.home_check_advice({ count })

/** What would protect the account better. */
function improvement(rank: Exclude<Rank, 'best'>, hasPasskey: boolean, isBusiness: boolean): string {
  if (hasPasskey || isBusiness) return m.home_check_add_two_step()
  return rank === 'good' ? m.home_check_add_any() : m.home_check_add_passkey()
}

interface CheckProps {
  /** undefined: it could be better, and need not be */
  fine: boolean | undefined
  title: string
  detail: ReactNode
  /** where to act on the advice */
  href?: string | undefined
  /** what can be done about it at once */
  action?: ReactNode
}

/** A row of the check-up. With an action, it takes the whole width. */
export function Check({ fine, title, detail, href, action }: CheckProps) {
  const content = (
    <>
      <span className={styles.mark} data-tone={fine === undefined ? 'neutral' : fine ? undefined : 'warning'}>
        {fine === undefined ? <InfoIcon /> : fine ? <CheckIcon /> : <AlertIcon />}
      </span>
      <span className={styles.words}>
        <strong>{title}</strong>
        <span>{detail}</span>
      </span>
      {href !== undefined && <ChevronRightIcon />}
    </>
  )
  return (
    <li className={styles.check} data-acting={action === undefined ? undefined : ''}>
      {href === undefined ? (
        <div className={styles.row}>{content}</div>
      ) : (
        <PortalLink href={href} className={styles.row}>
          {content}
        </PortalLink>
      )}
      {action && <div className={styles.answers}>{action}</div>}
    </li>
  )
}

interface NewLoginProps {
  session: ListedSession
  /** where the password is changed */
  passwordHref: string
  onAnswered(): Promise<unknown>
}

/** A new login elsewhere, with the question whether it was the person. */
export function NewLoginCheck({ session, passwordHref, onAnswered }: NewLoginProps) {
  const device = deviceName(session)
  return (
    <Check
      fine={false}
      title={m.home_check_new({ device })}
      detail={
        <>
          {session.location && `${session.location} · `}
          <RelativeTime at={session.firstLogin} />
        </>
      }
      action={
        <NewLoginAnswer
          key={session.session}
          session={session.session}
          device={device}
          passwordHref={passwordHref}
          onAnswered={onAnswered}
        />
      }
    />
  )
}
