/**
 * The password of the business account that has just logged in. If an operator assigned it, the alert asks for the new one only. In
 * memory, for this session, and for a few minutes at most.
 */
import { getCurrentToken } from '../token/token.ts'

const LIFETIME_MS = 10 * 60_000

let typed: { readonly token: string; readonly password: string; readonly timer: number } | undefined

export function forgetTypedPassword(): void {
  clearTimeout(typed?.timer)
  typed = undefined
}

export function saveTypedPassword(token: string, password: string): void {
  forgetTypedPassword()
  typed = { token, password, timer: window.setTimeout(forgetTypedPassword, LIFETIME_MS) }
}

export const getTypedPassword = (): string | undefined =>
  typed && typed.token === getCurrentToken() ? typed.password : undefined
