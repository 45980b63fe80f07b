/** What becomes of a token in the address when somebody is signed in already (decisions 4, S-043). */
import { fullinfo } from '@kerf/contract/endpoints/account'
import type { FullInfo } from '../lib/account.ts'
import { clientWith } from '../lib/call.ts'
import { isExpiry } from '../lib/failure.ts'
import { currentToken } from '../lib/token.ts'
import { offeredToken, settleOffer } from '../lib/token-changes.ts'
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
  if (offeredToken() === undefined) return
  settling ??= settle()
  await settling
}

async function settle(): Promise<void> {
  const ask = (token: () => string | undefined) => clientWith(token)(fullinfo, undefined)
  const [here, there] = await Promise.allSettled([ask(currentToken), ask(offeredToken)])
  const judged = judgeOffer(here, there)
  settleOffer(judged === 'ask' ? await askToSwitch(nameOf(here), nameOf(there)) : judged)
}

const nameOf = (asked: Asked): string =>
  asked.status === 'fulfilled' ? asked.value.email || asked.value.userName || asked.value.nickname : ''
