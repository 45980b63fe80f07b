import * as m from '@kerf/locales/messages'
import { useCallback, useEffect, useId, useState } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { account } from '../../lib/session/account.ts'
import { useStore } from '../../lib/store.ts'
import { Card } from '../../ui/card/card.tsx'
import { type BrowserAccount, fetchBrowserAccounts, hasOtherAccounts } from './account-choice.ts'
import { AccountList } from './account-list.tsx'
import styles from './login-accounts.module.css'
import { useAccountChoice } from './use-account-choice.ts'

/** Below a login form: the accounts that are still logged in within this browser, while nobody is chosen. */
export function LoginAccounts({ onChosen }: { onChosen(): void }) {
  useLanguage()
  const id = useId()
  const isSignedIn = useStore(account) !== undefined
  const [accounts, setAccounts] = useState<readonly BrowserAccount[]>([])
  const load = useCallback(() => {
    // Without an answer the form alone is offered.
    const answer = hasOtherAccounts() ? fetchBrowserAccounts() : Promise.resolve({ accounts: [] })
    answer.then(({ accounts: all }) => setAccounts(all)).catch(() => setAccounts([]))
  }, [])
  useEffect(load, [load])
  const { pending, choose, end } = useAccountChoice(onChosen, load)
  if (isSignedIn || accounts.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{m.account_continue()}</h2>
      <Card>
        <AccountList
          label={m.account_continue()}
          accounts={accounts}
          pending={pending}
          onChoose={choose}
          onEnd={end}
        />
      </Card>
    </section>
  )
}
