/**
 * Companion of the current session, after a reauthentication in this page. Only in memory: where the browser accepts cookies,
 * an HttpOnly one keeps it for the next page.
 */
import { getCurrentToken } from './token.ts'

let companion: { readonly token: string | undefined; readonly value: string } | undefined

export const storeCompanion = (value: string): void => {
  companion = { token: getCurrentToken(), value }
}

/** Undefined after a sign-out or a change of the account. */
export const getCompanion = (): string | undefined =>
  companion?.token === getCurrentToken() ? companion?.value : undefined
