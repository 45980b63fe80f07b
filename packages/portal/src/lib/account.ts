/** Who is signed in, as last heard from the server. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getFullInfo } from '@kerf/contract/endpoints/account'
import { createStore } from './store.ts'

export type FullInfo = OutputOf<typeof getFullInfo>

interface CachedAccount {
  readonly info: FullInfo
  /** milliseconds since 1970 */
  readonly fetchedAt: number
}

export const account = createStore<CachedAccount | undefined>(undefined)

export const isEnterprise = (info: FullInfo): boolean => info.enterpriseUser !== null
