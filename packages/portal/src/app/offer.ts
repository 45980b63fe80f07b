/** What becomes of a token or ticket in the address (decisions 4, S-038, S-043). */
import { getFullInfo, keepSession } from '@kerf/contract/endpoints/account'
import { enterByTicket, isTicket } from '@kerf/contract/endpoints/ticket'
import { isEmbedded } from '@kerf/contract/portal-url'
import type { FullInfo } from '../lib/account.ts'
import { hasNativeBridge } from '../lib/bridge/native-bridge.ts'
import { call, clientWith } from '../lib/call.ts'
import { isExpiry } from '../lib/failure.ts'
import { explainFault } from '../lib/faults.ts'
import { checkOwnCookies } from '../lib/own-cookies.ts'
import { page } from '../lib/page.ts'
import { oweSisters } from '../lib/sister-hosts.ts'
import { currentToken } from '../lib/token.ts'
import { isGiven, noteKept, offeredToken, replaceGiven, settleOffer } from '../lib/token-changes.ts'
import { announce } from './announce.ts'
import { askToSwitch } from './switch-question.ts'

type Asked = PromiseSettledResult<FullInfo>

/** Whether the offered session takes the place of the present one; `ask` when two live accounts meet. */
export function judgeOffer(here: Asked, there: Asked): boolean | 'ask' {
  if (there.status === 'rejected') return false
  // Only a session proved dead makes way without a word; one that could not be asked about stays.
  if (here.status === 'rejected') return isExpiry(here.reason)
  return here.value.uid === there.value.uid || 'ask'
}

let settling: Promise<void> | undefined

export async function considerOffer(): Promise<void> {
  if (offeredToken() === undefined && !isGiven()) return
  settling ??= settle()
  await settling
}

async function settle(): Promise<void> {
  await enter()
  if (offeredToken() !== undefined) {
    const ask = (token: () => string | undefined) => clientWith(token)(getFullInfo, undefined)
    const [here, there] = await Promise.allSettled([ask(currentToken), ask(offeredToken)])
    const judged = judgeOffer(here, there)
    settleOffer(judged === 'ask' ? isHeld() || (await askToSwitch(nameOf(here), nameOf(there))) : judged)
  }
  // What came by the address lives in this page only until the browser has its cookie.
  if (!isGiven()) return
  await checkOwnCookies()
  await call(keepSession, undefined).then(noteKept, () => undefined)
  oweSisters()
}

/** A ticket in place of a token begins a session of its own. */
async function enter(): Promise<void> {
  const ticket = offeredToken() ?? currentToken()
  if (ticket === undefined || !isTicket(ticket)) return
  try {
    const { utoken } = await clientWith(() => undefined)(enterByTicket, { ticket })
    replaceGiven(utoken)
  } catch (error) {
    replaceGiven(undefined)
    const { text } = await explainFault(error)
    if (text) void announce(text(), 'danger')
  }
}

/** Whether a host that may decide is really there: an address alone says nothing, and any link may bear `md` (S-057). */
const isHeld = (): boolean => isEmbedded(page().url) && (window.top !== window.self || hasNativeBridge())

const nameOf = (asked: Asked): string =>
  asked.status === 'fulfilled' ? asked.value.email || asked.value.userName || asked.value.nickname : ''
