/** Consent to usage statistics: the visitor's choice, and the rule that applies without one (R-66, S-118). */

import type { ConsentRule } from '@kerf/contract/endpoints/tracking'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { documentCookies, readCookie, writeCookie } from '../browser/cookie.ts'
import { cookieDomains } from '../browser/cookie-domains.ts'
import { clearStorage } from '../browser/guarded-apis.ts'
import { getTabItem, setTabItem } from '../browser/tab-storage.ts'
import { createStore } from '../store.ts'

export type Choice = 'yes' | 'no'

export const CHOICE_COOKIE = 'kerfStatistics'
/** The visitor is asked again after half a year. */
const CHOICE_TTL_SECONDS = 180 * DAY_SECONDS

/** Global Privacy Control counts as an objection in all regions. */
export const hasObjectionSignal = (): boolean =>
  (navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl === true

const readChoice = (): Choice | undefined => {
  const stored = readCookie(documentCookies(), CHOICE_COOKIE) ?? getTabItem(CHOICE_COOKIE)
  return stored === 'yes' || stored === 'no' ? stored : undefined
}

/** In a cookie, because a sign-out clears the storage of the browser. */
function storeChoice(choice: Choice): void {
  setTabItem(CHOICE_COOKIE, choice)
  const attributes = location.protocol === 'https:' ? '; SameSite=None; Secure' : '; SameSite=Lax'
  writeCookie(`${CHOICE_COOKIE}=${choice}; Max-Age=${CHOICE_TTL_SECONDS}; Path=/${attributes}`)
}

export interface ConsentState {
  readonly choice: Choice | undefined
  /** Applies when nothing was chosen; undefined: not known yet. */
  readonly rule: ConsentRule | undefined
}

export const consentState = createStore<ConsentState>({ choice: readChoice(), rule: undefined })

export function saveChoice(choice: Choice): void {
  storeChoice(choice)
  consentState.set({ ...consentState.get(), choice })
}

export const setConsentRule = (rule: ConsentRule): void => consentState.set({ ...consentState.get(), rule })

/** Undefined: not known yet, so nothing is sent. */
export function mayTrack({ choice, rule }: ConsentState, hasObjection: boolean): boolean | undefined {
  if (hasObjection) return false
  if (choice !== undefined) return choice === 'yes'
  return rule && rule === 'opt-out'
}

/** Cookies of the analytics libraries. */
const COOKIE_NAMES = /^(?:sensorsdata2015|sa_jssdk_2015|sajssdk_2015|_ga)/
const STORAGE_KEYS = /^(?:sawebjssdk|tab-sawebjssdk|sajssdk|sensorsdata)/

/** Removes everything that the analytics libraries have stored in this browser. */
export function clearAnalyticsData(): void {
  for (const pair of documentCookies().split(';')) {
    const name = pair.split('=')[0]?.trim() ?? ''
    if (!COOKIE_NAMES.test(name)) continue
    for (const domain of ['', ...cookieDomains(location.hostname).map(host => `; Domain=${host}`)]) {
      writeCookie(`${name}=; Max-Age=0; Path=/${domain}`)
    }
  }
  clearStorage(STORAGE_KEYS)
}
