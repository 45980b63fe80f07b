import type { SecurityTask } from '@kerf/contract/portal-routes'
import * as m from '@kerf/locales/messages'
import type { LocalizedText } from '../../lib/api/error-texts.ts'
import { canCreatePasskey } from '../../parts/passkeys/passkey-support.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import styles from './checkup.module.css'
import { assessAccount, type CheckedAccount } from './security-checkup.ts'
import { AdviceList, describeAdvices, type ListedSession, Verdict } from './verdict.tsx'

interface Props {
  account: CheckedAccount
  sessions: {
    readonly data: readonly ListedSession[] | undefined
    refetch(): Promise<unknown>
  }
  /** address of a task of account security */
  hrefOf(task: SecurityTask): string
}

/** `text`: of the button, as in the row below; `name`: its accessible name. */
const IMPROVEMENTS: Readonly<
  Record<'passkey' | 'two-step', { readonly name: LocalizedText; readonly text: LocalizedText }>
> = {
  passkey: { name: m.passkey_create, text: m.passkey_create },
  'two-step': { name: m.two_step_set_up, text: m.two_step_set_up_short },
}

/** How safe the account is, and what to do next: the result of the check-up, without what is as it should be. The rows below it say what is recommended. */
export function SecurityStatus({ account, sessions, hrefOf }: Props) {
  const assessment = assessAccount(account, sessions.data)
  const { rank, isDefaultPassword } = assessment
  const advices = describeAdvices({ account, assessment, hrefOf, onAnswered: sessions.refetch })
  // An account with its default password changes nothing else.
  const improvement = isDefaultPassword ? undefined : findImprovement(account)
  return (
    <Card>
      <div className={styles.checkup}>
        <Verdict
          account={account}
          rank={rank}
          advices={advices}
          action={
            improvement && (
              <ButtonLink
                size="small"
                href={hrefOf(improvement)}
                aria-label={IMPROVEMENTS[improvement].name()}
              >
                {IMPROVEMENTS[improvement].text()}
              </ButtonLink>
            )
          }
        />
        {advices.length > 1 && <AdviceList advices={advices} />}
      </div>
    </Card>
  )
}

/** What would protect the account better and can be done here. */
function findImprovement(account: CheckedAccount): 'passkey' | 'two-step' | undefined {
  if (isPasskeyRecommended(account)) return 'passkey'
  return account.twoStep === false ? 'two-step' : undefined
}

/** Two-step login is recommended only where a passkey is not. */
export const isPasskeyRecommended = ({
  hasPasskey,
  business,
}: Pick<CheckedAccount, 'hasPasskey' | 'business'>): boolean => !hasPasskey && !business && canCreatePasskey()
