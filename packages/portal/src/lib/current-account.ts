/** The account's own information in the page: changed here after a save, heard anew from the server. */
import { getFullInfo } from '@kerf/contract/endpoints/account'
import { useState } from 'react'
import { account, type FullInfo } from './account.ts'
import { callApi } from './api-client.ts'
import { useStore } from './store.ts'
import { getCurrentToken } from './token.ts'

/** Changes made here; an answer asked for before the latest of them is out of date. */
let changes = 0

const storeAccount = (info: FullInfo) => account.set({ info, fetchedAt: Date.now() })

export function patchAccount(change: Partial<FullInfo>): void {
  changes++
  const heard = account.get()
  if (heard) storeAccount({ ...heard.info, ...change })
}

/** Resolves when it is known how things are. Rejects as the call does; what was known stays. */
export async function reloadAccount(): Promise<void> {
  const asked = { token: getCurrentToken(), changes }
  const info = await callApi(getFullInfo, undefined)
  if (asked.token !== getCurrentToken() || asked.changes !== changes) return
  const same = JSON.stringify(info) === JSON.stringify(account.get()?.info)
  if (!same) storeAccount(info)
}

/** The same after a change. What was changed stays changed if this fails: the next page asks again. */
export async function refreshAccount(): Promise<void> {
  try {
    await reloadAccount()
  } catch {
    const known = account.get()
    if (known) account.set({ ...known, fetchedAt: 0 })
  }
}

/** The account on show. When the session ends, the page stays as it is until it is left. */
export function useAccount(): FullInfo | undefined {
  const heard = useStore(account)?.info
  const [info, setInfo] = useState(heard)
  if (heard && heard !== info) setInfo(heard)
  return heard ?? info
}
