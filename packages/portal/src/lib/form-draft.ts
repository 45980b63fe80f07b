/** Values that move with a visitor between the login pages. The email is in memory only: it must not appear in a URL. */
import type { FormEvent } from 'react'
import { createStore } from './store.ts'

let email = ''

export const getDraftEmail = (): string => email

export function saveDraftEmail(event: FormEvent<HTMLInputElement>): void {
  email = event.currentTarget.value
}

/**
 * The return address (`r`) of the current login page, or ''. It is not validated yet: see `acceptReturnUrl`. Links between
 * the login pages carry it, so that it survives a reload.
 */
export const requestedReturnUrl = createStore('')
