/** What this browser keeps about its last sign-in, for the next visit of a login page. */
import { AGREEMENT_COOKIE } from '@kerf/contract/cookie-names'
import { AGREED_VERSIONS } from '@kerf/contract/legal-versions'
import { YEAR_SECONDS } from '@kerf/contract/limits'
import { writeCookie } from '../browser/cookie.ts'
import { saveLastWay } from './last-way.ts'

/** `way`: the method or channel. Every form has made sure that the account has agreed to the present version. */
export function rememberSignIn(way: string): void {
  saveLastWay(way)
  document.documentElement.dataset.agreed = ''
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  writeCookie(
    `${AGREEMENT_COOKIE}=${AGREED_VERSIONS}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`,
  )
}
