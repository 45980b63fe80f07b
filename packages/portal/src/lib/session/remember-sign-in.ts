/** What this browser keeps about its last sign-in, for the next visit of a login page. */
import { AGREEMENT_COOKIE, PASSKEY_COOKIE } from '@kerf/contract/cookie-names'
import { AGREED_VERSIONS } from '@kerf/contract/legal-versions'
import { YEAR_SECONDS } from '@kerf/contract/limits'
import { keepCookie } from '../browser/cookie.ts'
import { saveLastWay } from './last-way.ts'

/** `way`: the method or channel. Every form has made sure that the account has agreed to the present version. */
export function rememberSignIn(way: string): void {
  saveLastWay(way)
  document.documentElement.dataset.agreed = ''
  keepCookie(AGREEMENT_COOKIE, AGREED_VERSIONS, YEAR_SECONDS)
  keepCookie(PASSKEY_COOKIE, '1', way === 'passkey' ? YEAR_SECONDS : 0)
}
