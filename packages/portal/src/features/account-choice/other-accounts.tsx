import { KEPT_SESSIONS_MAX } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQueryKey, queryClient } from '../../lib/query/query-client.ts'
import { SignOutIcon } from '../../ui/icon/sign-out-icon.tsx'
import {
  type BrowserAccount,
  countOtherAccounts,
  endOtherAccounts,
  fetchBrowserAccounts,
  hasOtherAccounts,
  setCurrentAccountAside,
} from './account-choice.ts'
import { AccountAction, AccountList } from './account-list.tsx'
import styles from './other-accounts.module.css'
import { useAccountChoice } from './use-account-choice.ts'

const accountsQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('accounts'),
    queryFn: ({ signal }) => fetchBrowserAccounts(signal),
    enabled: hasOtherAccounts,
  })

interface Props {
  /** Asks about unsaved changes. Resolves to false if the person stays. */
  mayLeave(): Promise<boolean>
  onChosen(account: BrowserAccount): void
  /** The present account is set aside: another one can log in. */
  onSetAside(): void
  /** Logs the present account out. Called after all others. */
  onEndAll(): Promise<void>
}

/** In the account menu: the other accounts of this browser, and a way to add one. */
export function OtherAccounts({ mayLeave, onChosen, onSetAside, onEndAll }: Props) {
  const { data, isPending, refetch } = useQuery(accountsQuery(), queryClient)
  const { pending, run, choose, end } = useAccountChoice(onChosen, () => {
    if (hasOtherAccounts()) void refetch()
  })
  const others = hasOtherAccounts() ? (data?.accounts ?? []).filter(({ chosen }) => !chosen) : []
  // An account keeps its row until the menu closes, also after its logout, so that the next press does not hit another row.
  const [rows, setRows] = useState(others)
  const added = others.filter(({ uid }) => rows.every(row => row.uid !== uid))
  if (added.length > 0) setRows([...rows, ...added])
  /** uids that were logged out in this menu: the list may not be loaded again yet */
  const [loggedOut, setLoggedOut] = useState<readonly string[]>([])
  const findCurrent = (uid: string) => others.find(account => account.uid === uid)
  const endedUids = new Set([
    ...loggedOut,
    ...rows.flatMap(({ uid }) => (findCurrent(uid) === undefined ? [uid] : [])),
  ])
  // Nothing moves when the accounts arrive.
  const expected = isPending ? countOtherAccounts() : 0
  const hasOthers = rows.length + expected > 0
  // A logout makes room, but a row that appears would move the others: it is offered when the menu opens again.
  const [wasFull] = useState(() => countOtherAccounts() >= KEPT_SESSIONS_MAX)
  const isFull = wasFull || data?.full === true
  const leave = async (key: string, work: () => Promise<unknown>, then: () => void) => {
    if ((await mayLeave()) && (await run(key, work))) then()
  }
  return (
    <div className={styles.others}>
      {hasOthers && <p className={styles.label}>{m.account_others()}</p>}
      <AccountList
        label={m.account_others()}
        accounts={rows.map(row => findCurrent(row.uid) ?? row)}
        endedUids={endedUids}
        skeletonCount={expected}
        pending={pending}
        onChoose={async account => {
          if (await mayLeave()) await choose(account)
        }}
        onEnd={async account => {
          if (await end(account)) setLoggedOut(uids => [...uids, account.uid])
        }}
      >
        {!isFull && (
          <AccountAction
            name={m.account_add()}
            pending={pending}
            own="add"
            onChoose={() => void leave('add', setCurrentAccountAside, onSetAside)}
          />
        )}
        {hasOthers && (
          <AccountAction
            name={m.account_end_all()}
            Icon={SignOutIcon}
            pending={pending}
            own="all"
            onChoose={() => void leave('all', () => endOtherAccounts(), onEndAll)}
          />
        )}
      </AccountList>
    </div>
  )
}
