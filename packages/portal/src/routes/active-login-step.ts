/** A step after a social sign-in that stands in the place of the login form, once its code is there. */
import type { ComponentType } from 'react'
import { createStore } from '../lib/store.ts'

export const activeLoginStep = createStore<ComponentType | undefined>(undefined)
