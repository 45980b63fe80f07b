import * as m from '@kerf/locales/messages'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { CheckSkeleton } from './check-skeleton.tsx'
import styles from './checkup.module.css'
import type { HomeQuery } from './home-card.tsx'
import { assessAccount, type CheckedAccount } from './security-checkup.ts'
import { Check, deviceName, type ListedSession, NewLoginCheck, Verdict } from './verdict.tsx'

interface Props {
  account: CheckedAccount
  sessions: HomeQuery<readonly ListedSession[]>
  securityHref: string
  /** where the password is changed */
  passwordHref: string
}

/** Password, two-step login, ways to log in and devices, each with what to do about it. A new login elsewhere comes first. */
export function CheckupCard({ account, sessions, securityHref, passwordHref }: Props) {
  const { hasPassword, hasPasskey, social, twoStep, business } = account
  const assessment = assessAccount(account, sessions.data)
  const { isOneWay, isDefaultPassword, sessions: checked } = assessment
  const names = social.map(({ name }) => name)
  /** An account with its default password changes nothing else. */
  const asked = checked?.state === 'new' && !isDefaultPassword ? checked.session : undefined
  return (
    <Card id="checkup">
      <div className={styles.checkup}>
        <Verdict
          account={account}
          assessment={assessment}
          action={
            <PortalLink href={securityHref} className={styles.more}>
              {m.home_check_open()}
            </PortalLink>
          }
        />
        <ul className={styles.checks}>
          {asked && (
            <NewLoginCheck session={asked} passwordHref={passwordHref} onAnswered={sessions.refetch} />
          )}
          <Check
            fine={!isOneWay && !isDefaultPassword}
            title={m.login_password()}
            detail={
              isDefaultPassword
                ? m.home_check_password_default()
                : hasPassword
                  ? m.home_check_password_set()
                  : hasPasskey
                    ? m.home_check_password_passkey()
                    : names.length > 0
                      ? m.home_check_password_social({ names: names.join(m.settings_list_join()) })
                      : m.home_check_password_none()
            }
            href={isOneWay || isDefaultPassword ? securityHref : undefined}
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
          {sessions.data && checked ? (
            !asked && (
              <Check
                fine={checked.state === 'fine'}
                title={m.home_check_devices({ count: sessions.data.length })}
                detail={
                  checked.session ? (
                    <>
                      {checked.state === 'new'
                        ? m.home_check_new({ device: deviceName(checked.session) })
                        : m.home_check_unused({ device: deviceName(checked.session) })}
                      {checked.state === 'new' ? ' · ' : ' '}
                      <RelativeTime
                        at={checked.state === 'new' ? checked.session.firstLogin : checked.session.lastLogin}
                      />
                    </>
                  ) : (
                    m.home_check_known()
                  )
                }
                href={checked.state === 'fine' ? undefined : securityHref}
              />
            )
          ) : sessions.error ? (
            <li>
              <LoadError
                error={createErrorDescription(sessions.error)}
                onRetry={() => void sessions.refetch()}
              />
            </li>
          ) : (
            <CheckSkeleton />
          )}
        </ul>
      </div>
    </Card>
  )
}
