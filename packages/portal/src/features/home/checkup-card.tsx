import type { SecurityTask } from '@kerf/contract/portal-routes'
import * as m from '@kerf/locales/messages'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import { Card, CardTitle } from '../../ui/card/card.tsx'
import { ShieldIcon } from '../../ui/icon/icons.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { CheckSkeleton } from './check-skeleton.tsx'
import styles from './checkup.module.css'
import type { HomeQuery } from './home-card.tsx'
import { assessAccount, type CheckedAccount } from './security-checkup.ts'
import { AdviceList, Check, describeAdvices, type ListedSession, OffIcon, Verdict } from './verdict.tsx'

interface Props {
  account: CheckedAccount
  sessions: HomeQuery<readonly ListedSession[]>
  /** address of a task of account security, or of all */
  hrefOf(task?: SecurityTask): string
}

/** What to look at comes first, with what to do about it; then password, two-step login and the ways to log in. */
export function CheckupCard({ account, sessions, hrefOf }: Props) {
  const { hasPassword, hasPasskey, social, twoStep, business } = account
  const assessment = assessAccount(account, sessions.data)
  const { isOneWay, isDefaultPassword } = assessment
  // A tick would reassure although a stolen password is enough to log in.
  const hasBasicProtection = assessment.rank === 'good'
  const advices = describeAdvices({ account, assessment, hrefOf, onAnswered: sessions.refetch })
  const names = social.map(({ name }) => name)
  return (
    <Card
      id="checkup"
      title={<CardTitle title={m.home_checkup()} Icon={ShieldIcon} />}
      action={
        <PortalLink href={hrefOf()} className={styles.more}>
          {m.home_check_open()}
        </PortalLink>
      }
    >
      <div className={styles.checkup}>
        <Verdict account={account} rank={assessment.rank} advices={advices} heading="h3" />
        {advices.length > 1 && <AdviceList advices={advices} />}
        <ul className={styles.checks}>
          {!isOneWay && !isDefaultPassword && (
            <Check
              fine
              title={m.login_password()}
              href={hrefOf('password')}
              detail={
                hasPassword
                  ? m.home_check_password_set()
                  : hasPasskey
                    ? m.home_check_password_passkey()
                    : m.home_check_password_social({ names: names.join(m.settings_list_join()) })
              }
            />
          )}
          {twoStep !== undefined && (
            <Check
              fine={twoStep || undefined}
              Icon={OffIcon}
              title={m.two_step_title()}
              detail={twoStep ? m.home_check_two_step_on() : m.two_step_off()}
              href={hrefOf('two-step')}
              act={twoStep ? undefined : m.two_step_set_up_short()}
            />
          )}
          <Check
            fine={isOneWay ? false : hasBasicProtection ? undefined : true}
            title={m.home_check_ways()}
            href={hrefOf()}
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
                    .join(' · ')
            }
          />
          {!sessions.data &&
            (sessions.error ? (
              <li>
                <LoadError
                  error={createErrorDescription(sessions.error)}
                  onRetry={() => void sessions.refetch()}
                />
              </li>
            ) : (
              <CheckSkeleton />
            ))}
        </ul>
      </div>
    </Card>
  )
}
