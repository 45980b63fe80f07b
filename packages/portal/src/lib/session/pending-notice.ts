/** A sentence for the page that is loaded next, as after a redirect of the server. */
import { NOTICE_COOKIE } from '@kerf/contract/cookie-names'
import { documentCookies, readCookie, writeCookie } from '../browser/cookie.ts'

const MAX_AGE_SECONDS = 60

const write = (value: string, seconds: number) =>
  writeCookie(`${NOTICE_COOKIE}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax`)

export const leaveNotice = (notice: 'logged_out'): void => write(notice, MAX_AGE_SECONDS)

/** Returns the notice and removes it. */
export function takeNotice(): string | undefined {
  const notice = readCookie(documentCookies(), NOTICE_COOKIE)
  if (notice !== undefined) write('', 0)
  return notice
}
