/** Whether the change of a default password was put off in this session, so that a reload does not ask again. */
import { currentToken } from '../../lib/token.ts'

const KEY = 'kerf.later'

/** Tells two sessions of one tab apart; no secret hangs on it (FNV-1a). */
export function markOf(token: string): string {
  let mark = 0x811c9dc5
  for (const character of token) mark = Math.imul(mark ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (mark >>> 0).toString(36)
}

const here = (): string => markOf(currentToken() ?? '')
let memory: string | undefined

export function isPostponed(): boolean {
  try {
    return (sessionStorage.getItem(KEY) ?? memory) === here()
  } catch {
    return memory === here()
  }
}

export function keepPostponed(postponed: boolean): void {
  memory = postponed ? here() : undefined
  try {
    if (memory === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, memory)
  } catch {
    // memory holds it
  }
}
