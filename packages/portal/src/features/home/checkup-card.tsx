import type { System } from '@kerf/contract/portal-url'
import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { createErrorDescription, type LocalizedText } from '../../lib/api/error-texts.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { AlertIcon, CheckIcon, InfoIcon, ShieldIcon } from '../../ui/icon/icons.tsx'
import { PLATFORMS } from '../../ui/icon/platforms.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import styles from './home.module.css'
import { type HomeQuery, RowSkeleton } from './home-card.tsx'
import { NewLoginAnswer } from './new-login-answer.tsx'
import { type CheckedSession, checkSessions, hasOneWayIn, rankProtection } from './security-checkup.ts'

const RANKS: Readonly<Record<ReturnType<typeof rankProtection>, LocalizedText>> = {
  good: m.home_check_good,
  better: m.home_check_better,
  best: m.home_check_best,
}

interface Session extends CheckedSession {
  readonly session: string
  readonly application: string
  readonly platform: System
  readonly location: string
}

const deviceName = ({ application, platform }: Session): string => application || PLATFORMS[platform].name()

interface Props {
  hasPassword: boolean
  hasPasskey: boolean
  /** connected accounts, with the names of their services */
  social: readonly { readonly channel: string; readonly name: string }[]
  /** whether a login needs a second step; undefined if it is not known */
  twoStep: boolean | undefined
  /** a business account, whose only way in is its password */
  business?: { readonly hasDefaultPassword: boolean }
  sessions: HomeQuery<readonly Session[]>
  securityHref: string
  /** where the password is changed */
  passwordHref: string
}

/** Is all well? Password, two-step login, ways to log in and devices, each with what to do about it. */
export function CheckupCard(props: Props) {
  const { hasPassword, hasPasskey, social, twoStep, business, sessions, securityHref, passwordHref } = props
  const isOneWay = hasOneWayIn({ hasPassword, hasPasskey, social })
  const isDefault = business?.hasDefaultPassword === true
  const checked = sessions.data && checkSessions(sessions.data)
  const advices =
    Number(isOneWay) + Number(isDefault) + Number(checked !== undefined && checked.state !== 'fine')
  const rank = rankProtection({ hasPasskey, twoStep: twoStep === true, isBusiness: business !== undefined })
  const tone = advices > 0 ? 'warning' : rank === 'good' ? 'neutral' : 'success'
  const names = social.map(({ name }) => name)
  return (
    <Card id="checkup">
      <div className={styles.checkup}>
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
                  : improvement(rank, hasPasskey, business !== undefined)}
            </p>
          </div>
          <PortalLink href={securityHref} className={styles.more}>
            {m.home_check_open()}
          </PortalLink>
        </div>
        <ul className={styles.checks}>
          <Check
            fine={!isOneWay && !isDefault}
            title={m.login_password()}
            detail={
              isDefault
                ? m.home_check_password_default()
                : hasPassword
                  ? m.home_check_password_set()
                  : hasPasskey
                    ? m.home_check_password_passkey()
                    : names.length > 0
                      ? m.home_check_password_social({ names: names.join(m.settings_list_join()) })
                      : m.home_check_password_none()
            }
            href={isOneWay || isDefault ? securityHref : undefined}
          />
          {twoStep !== undefined && (
            <Check
              fine={twoStep ? true : undefined}
              title={m.two_step_title()}
              detail={twoStep ? m.home_check_two_step_on() : m.two_step_off()}
              href={twoStep ? undefined : securityHref}
            />
          )}
          <Check
            fine={!isOneWay}
            title={m.home_check_ways()}
            detail={
              business
                ? m.home_check_business_way()
                : [
                    hasPassword && m.login_password(),
                    hasPasskey && m.passkey_unnamed(),
                    m.home_check_code(),
                    ...names,
                  ]
                    .filter(Boolean)
                    .join(m.settings_list_join())
            }
            href={isOneWay ? securityHref : undefined}
          />
          <li>
            {sessions.data && checked ? (
              <>
                <CheckRow
                  fine={checked.state === 'fine'}
                  title={m.home_check_devices({ count: sessions.data.length })}
                  detail={
                    checked.session ? (
                      <>
                        {checked.state === 'new'
                          ? m.home_check_new({ device: deviceName(checked.session) })
                          : m.home_check_unused({ device: deviceName(checked.session) })}{' '}
                        <RelativeTime
                          at={
                            checked.state === 'new' ? checked.session.firstLogin : checked.session.lastLogin
                          }
                        />
                      </>
                    ) : (
                      m.home_check_known()
                    )
                  }
                  href={checked.state === 'fine' ? undefined : securityHref}
                />
                {checked.state === 'new' && checked.session && !isDefault && (
                  <NewLoginAnswer
                    key={checked.session.session}
                    session={checked.session.session}
                    device={deviceName(checked.session)}
                    passwordHref={passwordHref}
                    onAnswered={sessions.refetch}
                  />
                )}
              </>
            ) : sessions.error ? (
              <LoadError
                error={createErrorDescription(sessions.error)}
                onRetry={() => void sessions.refetch()}
              />
            ) : (
              <RowSkeleton />
            )}
          </li>
        </ul>
      </div>
    </Card>
  )
}

const adviceTitle = (count: number): string =>
  count === 1 ? m.home_check_advice_one() : m.home_check_advice({ count })

/** What would protect the account better. */
function improvement(rank: 'good' | 'better' | 'best', hasPasskey: boolean, isBusiness: boolean): string {
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
}

const Check = (props: CheckProps) => (
  <li>
    <CheckRow {...props} />
  </li>
)

function CheckRow({ fine, title, detail, href }: CheckProps) {
  const content = (
    <>
      <span className={styles.mark} data-tone={fine === undefined ? 'neutral' : fine ? undefined : 'warning'}>
        {fine === undefined ? <InfoIcon /> : fine ? <CheckIcon /> : <AlertIcon />}
      </span>
      <span className={styles.words}>
        <strong>{title}</strong>
        <span>{detail}</span>
      </span>
    </>
  )
  return href === undefined ? (
    <div className={styles.row}>{content}</div>
  ) : (
    <PortalLink href={href} className={styles.row}>
      {content}
    </PortalLink>
  )
}
