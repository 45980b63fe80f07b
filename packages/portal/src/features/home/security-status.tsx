import type { SecurityTask } from '@kerf/contract/portal-routes'
import * as m from '@kerf/locales/messages'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import { canCreatePasskey } from '../../parts/passkeys/passkey-support.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import styles from './checkup.module.css'
import { assessAccount, type CheckedAccount } from './security-checkup.ts'
import { Check, deviceName, type ListedSession, NewLoginCheck, Verdict } from './verdict.tsx'

interface Props {
  account: CheckedAccount
  sessions: {
    readonly data: readonly ListedSession[] | undefined
    refetch(): Promise<unknown>
  }
  /** address of a task of account security */
  hrefOf(task: SecurityTask): string
}

const IMPROVEMENTS: Readonly<Record<'passkey' | 'two-step', LocalizedText>> = {
  passkey: m.passkey_create,
  'two-step': m.two_step_set_up,
}

/** How safe the account is, and what to do next: the result of the check-up, without what is as it should be. */
export function SecurityStatus({ account, sessions, hrefOf }: Props) {
  const assessment = assessAccount(account, sessions.data)
  const { isOneWay, isDefaultPassword, sessions: checked, advices } = assessment
  const improvement = advices === 0 ? findImprovement(account) : undefined
  return (
    <Card>
      <div className={styles.checkup}>
        <Verdict
          account={account}
          assessment={assessment}
          action={
            improvement && (
              <ButtonLink size="small" href={hrefOf(improvement)}>
                {IMPROVEMENTS[improvement]()}
              </ButtonLink>
            )
          }
        />
        {advices > 0 && (
          <ul className={styles.checks}>
            {(isOneWay || isDefaultPassword) && (
              <Check
                fine={false}
                title={m.login_password()}
                detail={isDefaultPassword ? m.home_check_password_default() : m.home_check_password_none()}
                action={
                  <ButtonLink size="small" href={hrefOf('password')}>
                    {isDefaultPassword ? m.security_password_change() : m.security_password_set()}
                  </ButtonLink>
                }
              />
            )}
            {checked?.session && checked.state === 'new' && !isDefaultPassword && (
              <NewLoginCheck
                session={checked.session}
                passwordHref={hrefOf('password')}
                onAnswered={sessions.refetch}
              />
            )}
            {checked?.session && (checked.state === 'unused' || isDefaultPassword) && (
              <Check
                fine={false}
                title={deviceName(checked.session)}
                detail={
                  <>
                    {checked.state === 'new' ? m.security_fact_first() : m.security_fact_last()} ·{' '}
                    <RelativeTime
                      at={checked.state === 'new' ? checked.session.firstLogin : checked.session.lastLogin}
                    />
                  </>
                }
                href={hrefOf('devices')}
              />
            )}
          </ul>
        )}
      </div>
    </Card>
  )
}

/** What would protect the account better and can be done here. */
function findImprovement({
  hasPasskey,
  twoStep,
  business,
}: CheckedAccount): 'passkey' | 'two-step' | undefined {
  if (!hasPasskey && !business && canCreatePasskey()) return 'passkey'
  return twoStep === false ? 'two-step' : undefined
}
