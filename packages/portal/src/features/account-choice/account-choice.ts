/** The accounts that are logged in within this browser: list, switch, add, log out. */
import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import type { OutputOf } from '@kerf/contract/endpoint'
import {
  endAccounts,
  listBrowserAccounts,
  setAccountAside,
  switchAccount,
} from '@kerf/contract/endpoints/account-choice'
import { KEPT_SESSIONS_MAX } from '@kerf/contract/limits'
import { callApi } from '../../lib/api/api-client.ts'
import { documentCookies, readCookie } from '../../lib/browser/cookie.ts'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'
import { endSession, startSession } from '../../lib/session/session.ts'

export type BrowserAccount = OutputOf<typeof listBrowserAccounts>['accounts'][number]

/** Whether accounts are set aside in this browser. Without a request: the server keeps their number in a cookie. */
export const hasOtherAccounts = (): boolean =>
  readCookie(documentCookies(), ACCOUNT_COUNT_COOKIE) !== undefined

/** How many they are. A page of a sister domain may have written another value: never more than the server keeps. */
export const countOtherAccounts = (): number => {
  const count = Math.trunc(Number(readCookie(documentCookies(), ACCOUNT_COUNT_COOKIE)))
  return count > 0 ? Math.min(count, KEPT_SESSIONS_MAX) : 0
}

export const fetchBrowserAccounts = (signal?: AbortSignal) =>
  callApi(listBrowserAccounts, undefined, signal && { signal })

/** The page must be loaded again afterwards: what it holds belongs to the account before. */
export async function chooseAccount(uid: string): Promise<void> {
  const { utoken } = await callApi(switchAccount, { uid })
  startSession(utoken)
}

const FORM_WANTED_KEY = 'account.form-wanted'

/** The person chose "Use another account" already: the next login page of this tab opens with its form. */
export const requestLoginForm = (): void => setTabItem(FORM_WANTED_KEY, '1')

export function consumeLoginFormRequest(): boolean {
  const isWanted = getTabItem(FORM_WANTED_KEY) !== undefined
  removeTabItem(FORM_WANTED_KEY)
  return isWanted
}

/** Nobody is chosen afterwards, so that another account can log in. */
export async function setCurrentAccountAside(): Promise<void> {
  await callApi(setAccountAside, {})
  endSession()
}

/** Ends the sessions of one account that is set aside, or of all. */
export const endOtherAccounts = (uid?: string) => callApi(endAccounts, uid === undefined ? {} : { uid })
