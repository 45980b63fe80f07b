/** What this browser keeps about its last sign-in, for the next visit of a login page. */
import { AGREEMENT_COOKIE, PASSKEY_COOKIE } from '@kerf/contract/cookie-names'
import { AGREED_VERSIONS } from '@kerf/contract/legal-versions'
import { YEAR_SECONDS } from '@kerf/contract/limits'
import { writeCookie } from '../browser/cookie.ts'
import { saveLastWay } from './last-way.ts'

/** `way`: the method or channel. Every form has made sure that the account has agreed to the present version. */
export function rememberSignIn(way: string): void {
  saveLastWay(way)
  document.documentElement.dataset.agreed = ''
  const isPasskey = way === 'passkey'
  keep(AGREEMENT_COOKIE, AGREED_VERSIONS, YEAR_SECONDS)
  keep(PASSKEY_COOKIE, '1', isPasskey ? YEAR_SECONDS : 0)
}

function keep(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  writeCookie(`${name}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`)
}
