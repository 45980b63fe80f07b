/** What a visitor has said to statistics, and what holds without a word (decisions 11, S-118). */
import type { ConsentRule } from '@kerf/contract/endpoints/tracking'
import { cookieDomains, readCookie } from '../cookie.ts'
import { createStore } from '../store.ts'
import { getTabItem, setTabItem } from '../tab-storage.ts'

export type Choice = 'yes' | 'no'

export const CHOICE_COOKIE = 'kerfStatistics'
/** After half a year it is asked again. */
const REMEMBERED_SECONDS = 180 * 24 * 3600

/** A signal of the browser that stands for an objection, everywhere. */
export const hasObjectionSignal = (): boolean =>
  (navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl === true

const read = (): Choice | undefined => {
  const kept = readCookie(document.cookie, CHOICE_COOKIE) ?? getTabItem(CHOICE_COOKIE)
  return kept === 'yes' || kept === 'no' ? kept : undefined
}

/** A cookie, so that it outlives a sign-out, which clears the browser's stores. */
function keep(choice: Choice): void {
  setTabItem(CHOICE_COOKIE, choice)
  const reach = location.protocol === 'https:' ? '; SameSite=None; Secure' : '; SameSite=Lax'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${CHOICE_COOKIE}=${choice}; Max-Age=${REMEMBERED_SECONDS}; Path=/${reach}`
}

export interface ConsentState {
  readonly choice: Choice | undefined
  /** what holds where nothing was chosen; undefined: not known yet */
  readonly rule: ConsentRule | undefined
}

export const consentState = createStore<ConsentState>({ choice: read(), rule: undefined })

export function saveChoice(choice: Choice): void {
  keep(choice)
  consentState.set({ ...consentState.get(), choice })
}

export const setConsentRule = (rule: ConsentRule): void => consentState.set({ ...consentState.get(), rule })

/** undefined: nobody knows yet, so nothing is sent. */
export function mayTrack({ choice, rule }: ConsentState, objecting: boolean): boolean | undefined {
  if (objecting) return false
  if (choice !== undefined) return choice === 'yes'
  return rule && rule === 'opt-out'
}

/** What statistics have left in the browser. */
const LEFT = /^(?:sensorsdata2015|sa_jssdk_2015|sajssdk_2015|_ga)/
const STORED = /^(?:sawebjssdk|tab-sawebjssdk|sajssdk|sensorsdata)/

export function clearAnalyticsData(): void {
  for (const pair of document.cookie.split(';')) {
    const name = pair.split('=')[0]?.trim() ?? ''
    if (!LEFT.test(name)) continue
    for (const domain of ['', ...cookieDomains(location.hostname).map(host => `; Domain=${host}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`
    }
  }
  try {
    for (const store of [localStorage, sessionStorage])
      for (const key of Object.keys(store)) if (STORED.test(key)) store.removeItem(key)
  } catch {
    // what cannot be stored was not
  }
}
