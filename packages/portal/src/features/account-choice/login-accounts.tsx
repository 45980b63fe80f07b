import * as m from '@kerf/locales/messages'
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { isLoginPageUsed } from '../../lib/page/login-path.ts'
import { hideBeside } from '../../lib/page/replace-main.ts'
import { account } from '../../lib/session/account.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import {
  type BrowserAccount,
  consumeLoginFormRequest,
  fetchBrowserAccounts,
  hasOtherAccounts,
} from './account-choice.ts'
import { AccountAction, AccountList } from './account-list.tsx'
import styles from './login-accounts.module.css'
import { useAccountChoice } from './use-account-choice.ts'

/** A press so soon after the list appears may be meant for the form: it must not log in an account. */
const SETTLE_MS = 500

/** Whether the person has begun to fill in the form: nothing may take its place then. */
const isTyping = () =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.value !== ''

/**
 * The accounts that are still logged in within this browser, while nobody is chosen. They stand in the place of the login form,
 * or below it once the person asks for the form. Rendered in a container of their own beside the form.
 */
export function LoginAccounts({ onChosen }: { onChosen(): void }) {
  useLanguage()
  const id = useId()
  const isSignedIn = useStore(account) !== undefined
  const [accounts, setAccounts] = useState<readonly BrowserAccount[]>([])
  /** undefined: the accounts have not been loaded yet */
  const [isFormWanted, wantForm] = useState<boolean>()
  /** each account has its logout */
  const [isEnding, setEnding] = useState(false)
  const load = useCallback(() => {
    // Without an answer the form alone is offered.
    const answer = hasOtherAccounts() ? fetchBrowserAccounts() : Promise.resolve({ accounts: [] })
    answer
      .then(({ accounts: all }) => {
        // A press that is meant for the form must not hit an account. Later presses may be meant for the list.
        const isFormUsed = consumeLoginFormRequest() || isTyping() || isLoginPageUsed()
        wantForm(isWanted => isWanted ?? isFormUsed)
        setAccounts(all)
      })
      .catch(() => setAccounts([]))
  }, [])
  useEffect(load, [load])
  const section = useRef<HTMLElement>(null)
  const isOffered = !isSignedIn && accounts.length > 0
  useLayoutEffect(() => {
    const container = section.current?.parentElement
    return isOffered && !isFormWanted && container ? hideBeside(container) : undefined
  }, [isOffered, isFormWanted])
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isOffered) return
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => {
      clearTimeout(timer)
      setSettled(false)
    }
  }, [isOffered])
  const { pending, choose, end } = useAccountChoice(onChosen, load)
  if (!isOffered) return null
  const Title = isFormWanted ? 'h2' : 'h1'
  function openForm() {
    wantForm(true)
    // After the form is shown again.
    setTimeout(() => document.querySelector<HTMLElement>('main form input')?.focus())
  }
  return (
    <section
      ref={section}
      className={styles.section}
      data-below={isFormWanted || undefined}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <Title id={id}>{m.account_continue()}</Title>
        {!isFormWanted && <p>{m.account_continue_lead()}</p>}
      </div>
      <Card>
        <AccountList
          label={m.account_continue()}
          accounts={accounts}
          isInert={!isSettled}
          pending={pending}
          onChoose={choose}
          onEnd={isEnding ? end : undefined}
        >
          {!isFormWanted && (
            <AccountAction name={m.account_use_another()} pending={pending} leadsOn onChoose={openForm} />
          )}
        </AccountList>
        <Button
          variant="plain"
          size="small"
          aria-disabled={pending !== undefined || undefined}
          onClick={() => pending === undefined && setEnding(!isEnding)}
        >
          {isEnding ? m.account_end_finish() : m.account_end_some()}
        </Button>
      </Card>
    </section>
  )
}
