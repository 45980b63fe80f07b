/** Detects storage features by using them, not by the browser's name (S-060). */
const PROBE_NAME = 'kerfProbe'

export function canStoreCookies(): boolean {
  const attributes = 'Path=/selftest; SameSite=None; Secure'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${PROBE_NAME}=1; Max-Age=10; ${attributes}`
  const kept = document.cookie.includes(`${PROBE_NAME}=1`)
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${PROBE_NAME}=; Max-Age=0; ${attributes}`
  return kept
}

export function canUseStorage(): boolean {
  try {
    localStorage.setItem(PROBE_NAME, '1')
    localStorage.removeItem(PROBE_NAME)
    return true
  } catch {
    return false
  }
}
