/**
 * The signed-in account. A store rather than a query: guards and sign-in would load the query client for people who only
 * return to their app (docs/decisions/018).
 */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getFullInfo } from '@kerf/contract/endpoints/profile'
import { createStore } from '../store.ts'

export type FullInfo = OutputOf<typeof getFullInfo>

interface CachedAccount {
  readonly info: FullInfo
  /** Unix time in milliseconds. */
  readonly fetchedAt: number
}

/** As last received from the server; undefined when nobody is signed in, or before the first answer. */
export const account = createStore<CachedAccount | undefined>(undefined)

export const isEnterprise = (info: Pick<FullInfo, 'enterpriseUser'>): boolean => info.enterpriseUser !== null

export type AccountKind = 'personal' | 'enterprise'
