/** Decides about a token or ticket that came by the URL; `lib/token/url-token.ts` has already taken it out of the address (R-13, S-038, S-043). */
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { keepSession } from '@kerf/contract/endpoints/session'
import { enterByTicket, isTicket } from '@kerf/contract/endpoints/ticket'
import { isEmbedded } from '@kerf/contract/portal-url'
import { callApi, createApiClient } from '../lib/api/api-client.ts'
import { describeError } from '../lib/api/describe-error.ts'
import { isSessionExpiry } from '../lib/api/error-name.ts'
import { hasNativeBridge } from '../lib/bridge/native-bridge.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import type { FullInfo } from '../lib/session/account.ts'
import { markCookieSyncPending } from '../lib/session/cookie-sync-marker.ts'
import { detectBlockedCookies } from '../lib/token/cookie-state.ts'
import { getCurrentToken } from '../lib/token/token.ts'
import {
  confirmTokenSaved,
  getPendingUrlToken,
  isTokenUnsaved,
  replaceUrlToken,
  resolvePendingUrlToken,
} from '../lib/token/token-updates.ts'
import { confirmAccountSwitch } from './account-switch.ts'
import { showToast } from './show-toast.ts'

type AccountResult = PromiseSettledResult<FullInfo>

/** Whether the session of the URL replaces the current one; `ask` when both are valid and of different accounts. */
export function decideAdoption(current: AccountResult, offered: AccountResult): boolean | 'ask' {
  if (offered.status === 'rejected') return false
  // Only a session that is known to be expired is replaced without asking. One that could not be checked stays.
  if (current.status === 'rejected') return isSessionExpiry(current.reason)
  return current.value.uid === offered.value.uid || 'ask'
}

let adoption: Promise<void> | undefined

/** Runs once per page view. Never rejects. */
export async function adoptUrlToken(): Promise<void> {
  if (getPendingUrlToken() === undefined && !isTokenUnsaved()) return
  adoption ??= adopt()
  await adoption
}

async function adopt(): Promise<void> {
  await redeemUrlTicket()
  if (getPendingUrlToken() !== undefined) resolvePendingUrlToken(await shouldAdopt())
  // A token of the URL exists in this page only, until the server has set its cookie.
  if (!isTokenUnsaved()) return
  await detectBlockedCookies()
  await callApi(keepSession, undefined).then(confirmTokenSaved, () => undefined)
  markCookieSyncPending()
}

async function shouldAdopt(): Promise<boolean> {
  const fetchAccount = (token: () => string | undefined) => createApiClient(token)(getFullInfo, undefined)
  const [current, offered] = await Promise.allSettled([
    fetchAccount(getCurrentToken),
    fetchAccount(getPendingUrlToken),
  ])
  const decision = decideAdoption(current, offered)
  if (decision !== 'ask') return decision
  return isInsideHost() || confirmAccountSwitch(namedAccount(current), namedAccount(offered))
}

/** `ut` may hold a one-time ticket instead of a token. It is redeemed for a new session. */
async function redeemUrlTicket(): Promise<void> {
  const ticket = getPendingUrlToken() ?? getCurrentToken()
  if (ticket === undefined || !isTicket(ticket)) return
  try {
    const { utoken } = await createApiClient(() => undefined)(enterByTicket, { ticket })
    replaceUrlToken(utoken)
  } catch (error) {
    replaceUrlToken(undefined)
    const { text } = await describeError(error)
    if (text) void showToast(text(), 'danger')
  }
}

/** A host may switch accounts without asking. The `md` parameter alone proves nothing: any link may contain it (S-057). */
const isInsideHost = (): boolean =>
  isEmbedded(getPageContext().url) && (window.top !== window.self || hasNativeBridge())

function namedAccount(result: AccountResult) {
  if (result.status === 'rejected') return { name: '', picture: '' }
  const { email, userName, nickname, headpic } = result.value
  return { name: email || userName || nickname, picture: headpic }
}
