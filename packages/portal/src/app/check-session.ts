/** Finds out who is signed in. Loaded only where there is a token. */
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { callApi } from '../lib/api/api-client.ts'
import { errorNameOf } from '../lib/api/error-name.ts'
import { account, type FullInfo } from '../lib/session/account.ts'
import { EmptyTokenError } from '../lib/session/empty-token.ts'
import { getCurrentToken } from '../lib/token/token.ts'
import { clearToken } from '../lib/token/token-updates.ts'

/** A cached account of at most this age is not fetched again. */
export const ACCOUNT_MAX_AGE_MS = 60_000

export interface SessionCheckDependencies {
  getToken(): string | undefined
  getCachedAccount(): { readonly info: FullInfo; readonly fetchedAt: number } | undefined
  fetchAccount(): Promise<FullInfo>
  storeAccount(info: FullInfo): void
  clearSession(): void
  now(): number
}

/** The error is an `EmptyTokenError` where there is no token. */
export type SessionCheckResult = { readonly info: FullInfo } | { readonly error: unknown }

/** HTTP 429 and 5xx say nothing about the token. They are treated like an unreachable server. */
const isServerTrouble = (error: unknown): boolean => {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && (status === 429 || status >= 500)
}

/**
 * Never rejects. An error of the API clears the token, except for `offline`, `unreachable` and an overloaded server.
 * `expired_login` is not handled here: `callApi` has reported it, and the session listeners clear the token.
 */
export async function checkSession(dependencies: SessionCheckDependencies): Promise<SessionCheckResult> {
  const token = dependencies.getToken()
  if (token === undefined) return { error: new EmptyTokenError() }
  const cached = dependencies.getCachedAccount()
  if (cached?.info.uid && dependencies.now() - cached.fetchedAt <= ACCOUNT_MAX_AGE_MS)
    return { info: cached.info }
  try {
    const info = await dependencies.fetchAccount()
    // The session has ended meanwhile, or another account was chosen: the answer is about neither.
    if (dependencies.getToken() !== token) return checkSession(dependencies)
    dependencies.storeAccount(info)
    return { info }
  } catch (error) {
    const name = errorNameOf(error)
    const keepsToken =
      name === 'offline' || name === 'unreachable' || name === 'expired_login' || isServerTrouble(error)
    if (!keepsToken && dependencies.getToken() === token) dependencies.clearSession()
    // Without an answer the page that is asked for stays possible: nothing says that the session has ended.
    if ((name === 'offline' || name === 'unreachable') && cached?.info.uid) return { info: cached.info }
    return { error }
  }
}

export const checkCurrentSession = (): Promise<SessionCheckResult> =>
  checkSession({
    getToken: getCurrentToken,
    getCachedAccount: account.get,
    fetchAccount: () => callApi(getFullInfo, undefined),
    storeAccount: info => account.set({ info, fetchedAt: Date.now() }),
    clearSession: () => {
      clearToken()
      account.set(undefined)
    },
    now: Date.now,
  })
