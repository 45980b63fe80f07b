/** Whether this page may keep cookies inside its host, by the host's word or our own check. It chooses words only (S-060). */
import { createStore } from '../store.ts'

export type CookieState = 'unknown' | 'allowed' | 'blocked'

export const cookieState = createStore<CookieState>('unknown')

export const hearCookieState = (state: Exclude<CookieState, 'unknown'>): void => cookieState.set(state)
