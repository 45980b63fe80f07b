/** Screen of a social sign-in that replaces the login form. Set when its code has loaded. */
import type { ComponentType } from 'react'
import { createStore } from '../../lib/store.ts'

export const activeLoginStep = createStore<ComponentType | undefined>(undefined)
