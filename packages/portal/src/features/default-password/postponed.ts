/** Whether the change of a default password was put off in this session, so that a reload does not ask again. */
import { tabForget, tabRecall, tabRemember } from '../../lib/tab-memory.ts'
import { currentToken } from '../../lib/token.ts'

const KEY = 'kerf.later'

/** Tells two sessions of one tab apart; no secret hangs on it (FNV-1a). */
export function markOf(token: string): string {
  let mark = 0x811c9dc5
  for (const character of token) mark = Math.imul(mark ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (mark >>> 0).toString(36)
}

const here = (): string => markOf(currentToken() ?? '')

export const isPostponed = (): boolean => tabRecall(KEY) === here()

export function keepPostponed(postponed: boolean): void {
  if (postponed) tabRemember(KEY, here())
  else tabForget(KEY)
}
