/** Finds out who is signed in (specification 4). Fetched only where there is a token to look at. */
import { getFullInfo } from '@kerf/contract/endpoints/account'
import { account, type FullInfo } from '../lib/account.ts'
import { callApi } from '../lib/api-client.ts'
import { errorNameOf } from '../lib/error-name.ts'
import { getCurrentToken } from '../lib/token.ts'
import { clearToken } from '../lib/token-updates.ts'

/** Milliseconds for which what was heard is still believed. */
export const ACCOUNT_MAX_AGE_MS = 60_000

export interface SessionCheckDependencies {
  token(): string | undefined
  heard(): { readonly info: FullInfo; readonly fetchedAt: number } | undefined
  ask(): Promise<FullInfo>
  keep(info: FullInfo): void
  drop(): void
  now(): number
}

export type SessionCheckResult = { readonly info: FullInfo } | { readonly error: unknown }

/** 429, 500 and above say nothing about the token: they count as 1002 (decisions 4). */
const isOverload = (error: unknown): boolean => {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && (status === 429 || status >= 500)
}

/** A failure other than 1000 and 1002 means that the token is of no use; `expired_login` has dropped it by then. */
export async function checkSession(parts: SessionCheckDependencies): Promise<SessionCheckResult> {
  const token = parts.token()
  if (token === undefined) return { error: undefined }
  const heard = parts.heard()
  if (heard?.info.uid && parts.now() - heard.fetchedAt <= ACCOUNT_MAX_AGE_MS) return { info: heard.info }
  try {
    const info = await parts.ask()
    parts.keep(info)
    return { info }
  } catch (error) {
    const code = errorNameOf(error)
    const keeps =
      code === 'offline' || code === 'unreachable' || code === 'expired_login' || isOverload(error)
    if (!keeps && parts.token() === token) parts.drop()
    return { error }
  }
}

export const checkCurrentSession = (): Promise<SessionCheckResult> =>
  checkSession({
    token: getCurrentToken,
    heard: account.get,
    ask: () => callApi(getFullInfo, undefined),
    keep: info => account.set({ info, fetchedAt: Date.now() }),
    drop: () => {
      clearToken()
      account.set(undefined)
    },
    now: Date.now,
  })
