/**
 * The password that somebody has just logged in with, so that replacing it asks for the new one only. In memory, for the session it
 * belongs to, and no longer than somebody needs to answer.
 */
import { getCurrentToken } from './token.ts'

const KEPT_MS = 10 * 60_000

let kept: { readonly token: string; readonly password: string; readonly timer: number } | undefined

export function forgetTypedPassword(): void {
  clearTimeout(kept?.timer)
  kept = undefined
}

export function keepTypedPassword(token: string, password: string): void {
  forgetTypedPassword()
  kept = { token, password, timer: window.setTimeout(forgetTypedPassword, KEPT_MS) }
}

export const getTypedPassword = (): string | undefined =>
  kept && kept.token === getCurrentToken() ? kept.password : undefined
