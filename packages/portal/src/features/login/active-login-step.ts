/**
 * Screen that replaces the login form: a step of a social sign-in, or the account of a person who is signed in. `app/resolve-access.ts`
 * sets it when its code has loaded.
 */
import type { ComponentType } from 'react'
import { createStore } from '../../lib/store.ts'

export const activeLoginStep = createStore<ComponentType | undefined>(undefined)
