/** Values that move with a visitor between the login pages. In memory only: they must not appear in a URL. */
import type { FormEvent } from 'react'

let email = ''
let returnUrl: string | undefined

export const getDraftEmail = (): string => email

export function saveDraftEmail(event: FormEvent<HTMLInputElement>): void {
  email = event.currentTarget.value
}

/** The return address (`r`) of the first URL. It is not validated yet: see `acceptReturnUrl`. */
export const getRequestedReturnUrl = (): string | undefined => returnUrl

export function setRequestedReturnUrl(url: string | undefined): void {
  returnUrl = url
}
