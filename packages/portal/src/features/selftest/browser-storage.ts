/** Detects storage features by using them, not by the browser's name (S-060). */
import { documentCookies, writeCookie } from '../../lib/browser/cookie.ts'
import { canWriteStorage } from '../../lib/browser/guarded-apis.ts'

const PROBE_NAME = 'kerfProbe'

export function canStoreCookies(): boolean {
  const attributes = 'Path=/selftest; SameSite=None; Secure'
  writeCookie(`${PROBE_NAME}=1; Max-Age=10; ${attributes}`)
  const isStored = documentCookies().includes(`${PROBE_NAME}=1`)
  writeCookie(`${PROBE_NAME}=; Max-Age=0; ${attributes}`)
  return isStored
}

export const canUseStorage = (): boolean => canWriteStorage(PROBE_NAME)
