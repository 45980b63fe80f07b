/**
 * Whether a login comes from a new browser in a country that the account was never used from. A stolen password is most often
 * used from there.
 */

import type { Caller } from '../../platform/audit/caller.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { SignInMethod } from '../session/authentication.ts'
import { listSessionCountries } from '../session/session-store.ts'
import { isKnownBrowser } from '../session/store/known-browser-store.ts'
import { listSignInCountries } from '../session/store/sign-in-record-store.ts'

/** They prove the mailbox, or more: a code by mail would be no second proof. */
const EXEMPT: readonly SignInMethod[] = ['captcha', 'register', 'reset', 'passkey', 'ticket']

/** A place is `US` or `US:Austin`. */
const countryOf = (place: string): string => place.slice(0, 2)

/** False where a country is unknown: the caller's, or all of the account's. */
export async function isNewCountry(
  on: Queryable,
  placeOf: (ip: string) => string | Promise<string>,
  { uid, method }: { readonly uid: string; readonly method: SignInMethod },
  { ip, browserHash }: Pick<Caller, 'ip' | 'browserHash'>,
): Promise<boolean> {
  if (EXEMPT.includes(method)) return false
  const country = countryOf(await placeOf(ip))
  if (country === '' || (await isKnownBrowser(on, uid, browserHash))) return false
  const [history, sessions] = await Promise.all([
    listSignInCountries(on, { uid }),
    listSessionCountries(on, { uid }),
  ])
  const countries = new Set([...history, ...sessions].map(row => row.country))
  return countries.size > 0 && !countries.has(country)
}
