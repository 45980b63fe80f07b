/** What becomes of a token or ticket in the address (decisions 4, S-038, S-043). */
import { getFullInfo, keepSession } from '@kerf/contract/endpoints/account'
import { enterByTicket, isTicket } from '@kerf/contract/endpoints/ticket'
import { isEmbedded } from '@kerf/contract/portal-url'
import type { FullInfo } from '../lib/account.ts'
import { callApi, createApiClient } from '../lib/api-client.ts'
import { hasNativeBridge } from '../lib/bridge/native-bridge.ts'
import { detectBlockedCookies } from '../lib/cookie-partition.ts'
import { markCookieSyncPending } from '../lib/cookie-sync-marker.ts'
import { describeError } from '../lib/describe-error.ts'
import { isSessionExpiry } from '../lib/error-name.ts'
import { getPageContext } from '../lib/page-context.ts'
import { getCurrentToken } from '../lib/token.ts'
import {
  confirmTokenSaved,
  getPendingUrlToken,
  isTokenUnsaved,
  replaceUrlToken,
  resolvePendingUrlToken,
} from '../lib/token-updates.ts'
import { confirmAccountSwitch } from './account-switch.ts'
import { showToast } from './show-toast.ts'

type Asked = PromiseSettledResult<FullInfo>

/** Whether the offered session takes the place of the present one; `ask` when two live accounts meet. */
export function decideAdoption(here: Asked, there: Asked): boolean | 'ask' {
  if (there.status === 'rejected') return false
  // Only a session proved dead makes way without a word; one that could not be asked about stays.
  if (here.status === 'rejected') return isSessionExpiry(here.reason)
  return here.value.uid === there.value.uid || 'ask'
}

let settling: Promise<void> | undefined

export async function adoptUrlToken(): Promise<void> {
  if (getPendingUrlToken() === undefined && !isTokenUnsaved()) return
  settling ??= settle()
  await settling
}

async function settle(): Promise<void> {
  await enter()
  if (getPendingUrlToken() !== undefined) {
    const ask = (token: () => string | undefined) => createApiClient(token)(getFullInfo, undefined)
    const [here, there] = await Promise.allSettled([ask(getCurrentToken), ask(getPendingUrlToken)])
    const judged = decideAdoption(here, there)
    resolvePendingUrlToken(
      judged === 'ask' ? isHeld() || (await confirmAccountSwitch(nameOf(here), nameOf(there))) : judged,
    )
  }
  // What came by the address lives in this page only until the browser has its cookie.
  if (!isTokenUnsaved()) return
  await detectBlockedCookies()
  await callApi(keepSession, undefined).then(confirmTokenSaved, () => undefined)
  markCookieSyncPending()
}

/** A ticket in place of a token begins a session of its own. */
async function enter(): Promise<void> {
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

/** Whether a host that may decide is really there: an address alone says nothing, and any link may bear `md` (S-057). */
const isHeld = (): boolean =>
  isEmbedded(getPageContext().url) && (window.top !== window.self || hasNativeBridge())

const nameOf = (asked: Asked): string =>
  asked.status === 'fulfilled' ? asked.value.email || asked.value.userName || asked.value.nickname : ''
