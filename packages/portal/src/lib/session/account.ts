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

/** How the addresses of the account's pages begin; without an account: those of a person. */
export const accountBase = (info: Pick<FullInfo, 'enterpriseUser'> | undefined) =>
  info && isEnterprise(info) ? 'profile-business' : 'profile'

/** The page of the account's home. */
export const homePage = (info: Pick<FullInfo, 'enterpriseUser'> | undefined) =>
  accountBase(info) === 'profile' ? 'profile' : 'profile-business/settings'

/** What the person logs in with: the ID of a business account, else the email address. */
export const accountLabel = ({ email, enterpriseUser }: Pick<FullInfo, 'email' | 'enterpriseUser'>): string =>
  enterpriseUser?.uid ?? email

export type AccountKind = 'personal' | 'enterprise'
