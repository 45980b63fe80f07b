/** Finds out who is signed in (specification 4). Fetched only where there is a token to look at. */
import { getFullInfo } from '@kerf/contract/endpoints/account'
import { account, type FullInfo } from '../lib/account.ts'
import { call } from '../lib/call.ts'
import { errorNameOf } from '../lib/failure.ts'
import { currentToken } from '../lib/token.ts'
import { dropToken } from '../lib/token-changes.ts'

/** Milliseconds for which what was heard is still believed. */
export const BELIEVED_FOR = 60_000

export interface CheckParts {
  token(): string | undefined
  heard(): { readonly info: FullInfo; readonly at: number } | undefined
  ask(): Promise<FullInfo>
  keep(info: FullInfo): void
  drop(): void
  now(): number
}

export type CheckResult = { readonly info: FullInfo } | { readonly error: unknown }

/** 429, 500 and above say nothing about the token: they count as 1002 (decisions 4). */
const isOverload = (error: unknown): boolean => {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && (status === 429 || status >= 500)
}

/** A failure other than 1000 and 1002 means that the token is of no use; `expired_login` has dropped it by then. */
export async function checkAuth(parts: CheckParts): Promise<CheckResult> {
  const token = parts.token()
  if (token === undefined) return { error: undefined }
  const heard = parts.heard()
  if (heard?.info.uid && parts.now() - heard.at <= BELIEVED_FOR) return { info: heard.info }
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

export const whoIsThere = (): Promise<CheckResult> =>
  checkAuth({
    token: currentToken,
    heard: account.get,
    ask: () => call(getFullInfo, undefined),
    keep: info => account.set({ info, at: Date.now() }),
    drop: () => {
      dropToken()
      account.set(undefined)
    },
    now: Date.now,
  })
