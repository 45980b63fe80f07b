/** Reads and updates the account of the signed-in person. */
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { useState } from 'react'
import { callApi } from '../api/api-client.ts'
import { useStore } from '../store.ts'
import { getCurrentToken } from '../token/token.ts'
import { account, type FullInfo } from './account.ts'

/** Number of local changes. An answer to a request from before the latest change is outdated. */
let changeCount = 0

const storeAccount = (info: FullInfo) => account.set({ info, fetchedAt: Date.now() })

/** Applies a saved change without asking the server again. */
export function patchAccount(change: Partial<FullInfo>): void {
  changeCount++
  const cached = account.get()
  if (cached) storeAccount({ ...cached.info, ...change })
}

/** Fetches the account. Rejects with the ApiError of the call; the cached account then stays. */
export async function reloadAccount(): Promise<void> {
  const token = getCurrentToken()
  const countAtStart = changeCount
  const info = await callApi(getFullInfo, undefined)
  if (token !== getCurrentToken() || countAtStart !== changeCount) return
  const isUnchanged = JSON.stringify(info) === JSON.stringify(account.get()?.info)
  if (!isUnchanged) storeAccount(info)
}

/** Fetches the account after a change. Never rejects: after a failure the next page fetches it. */
export async function refreshAccount(): Promise<void> {
  try {
    await reloadAccount()
  } catch {
    const cached = account.get()
    if (cached) account.set({ ...cached, fetchedAt: 0 })
  }
}

/** The account to show. After the session ends, the last one stays until the page is left. */
export function useAccount(): FullInfo | undefined {
  const current = useStore(account)?.info
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  return current ?? last
}
