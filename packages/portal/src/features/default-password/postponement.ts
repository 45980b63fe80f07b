/** Stores in the tab that this session postponed the change of a default password, so that a reload does not ask again. */
import { getTabItem, removeTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'
import { getCurrentToken } from '../../lib/token/token.ts'

const STORAGE_KEY = 'kerf.later'

/** Distinguishes the sessions of one tab without revealing the token (FNV-1a, not a security measure). */
export function fingerprintOf(token: string): string {
  let mark = 0x811c9dc5
  for (const character of token) mark = Math.imul(mark ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (mark >>> 0).toString(36)
}

const currentFingerprint = (): string => fingerprintOf(getCurrentToken() ?? '')

export const isPasswordChangePostponed = (): boolean => getTabItem(STORAGE_KEY) === currentFingerprint()

export function storePostponement(postponed: boolean): void {
  if (postponed) setTabItem(STORAGE_KEY, currentFingerprint())
  else removeTabItem(STORAGE_KEY)
}
