/** A sentence for the page that is loaded next, as after a redirect of the server. */
import { NOTICE_COOKIE } from '@kerf/contract/cookie-names'
import { documentCookies, keepCookie, readCookie } from '../browser/cookie.ts'

const MAX_AGE_SECONDS = 60

export const leaveNotice = (notice: 'logged_out'): void => keepCookie(NOTICE_COOKIE, notice, MAX_AGE_SECONDS)

/** Returns the notice and removes it. */
export function takeNotice(): string | undefined {
  const notice = readCookie(documentCookies(), NOTICE_COOKIE)
  if (notice !== undefined) keepCookie(NOTICE_COOKIE, '', 0)
  return notice
}
