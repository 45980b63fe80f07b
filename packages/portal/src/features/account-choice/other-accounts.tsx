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
  /** the last of the others was logged out */
  onEmptied(): void
  /** Logs the present account out. Called after all others. */
  onEndAll(): Promise<void>
}

/** In the account menu: the other accounts of this browser, and a way to add one. */
export function OtherAccounts({ mayLeave, onChosen, onSetAside, onEmptied, onEndAll }: Props) {
  const { data, isPending, refetch } = useQuery(accountsQuery(), queryClient)
  const { pending, run, choose, end } = useAccountChoice(onChosen, () => {
    if (hasOtherAccounts()) void refetch()
    else onEmptied()
  })
  const others = hasOtherAccounts() ? (data?.accounts ?? []).filter(({ chosen }) => !chosen) : []
  // An account keeps its row until the menu closes, also after its logout: another row would come under the pointer.
  const [rows, setRows] = useState(others)
  const added = others.filter(({ uid }) => rows.every(row => row.uid !== uid))
  if (added.length > 0) setRows([...rows, ...added])
  const live = new Set(others.map(({ uid }) => uid))
  const ended = new Set(rows.flatMap(({ uid }) => (live.has(uid) ? [] : [uid])))
  // Nothing moves when the accounts arrive.
  const expected = isPending ? countOtherAccounts() : 0
  const rowCount = rows.length + expected
  const hasOthers = rowCount > 0
  const isFull = rowCount >= KEPT_SESSIONS_MAX
  const leave = async (key: string, work: () => Promise<unknown>, then: () => void) => {
    if ((await mayLeave()) && (await run(key, work))) then()
  }
  return (
    <div className={styles.others}>
      {hasOthers && <p className={styles.label}>{m.account_others()}</p>}
      <AccountList
        label={m.account_others()}
        accounts={rows}
        ended={ended}
        skeletonCount={expected}
        pending={pending}
        onChoose={async account => {
          if (await mayLeave()) await choose(account)
        }}
        onEnd={end}
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
