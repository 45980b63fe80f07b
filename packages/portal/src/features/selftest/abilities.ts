/** Found out by trying, never by the browser's name (S-060). */
const NAME = 'kerfProbe'

export function keepsCookies(): boolean {
  const attributes = 'Path=/selftest; SameSite=None; Secure'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${NAME}=1; Max-Age=10; ${attributes}`
  const kept = document.cookie.includes(`${NAME}=1`)
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${NAME}=; Max-Age=0; ${attributes}`
  return kept
}

export function keepsStorage(): boolean {
  try {
    localStorage.setItem(NAME, '1')
    localStorage.removeItem(NAME)
    return true
  } catch {
    return false
  }
}
