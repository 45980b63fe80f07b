/** What a visitor has typed on one page and would type again on the next. Kept in memory, never in an address. */
import type { FormEvent } from 'react'

let email = ''
let returnTo: string | undefined

export const getDraftEmail = (): string => email

export function saveDraftEmail(event: FormEvent<HTMLInputElement>): void {
  email = event.currentTarget.value
}

/** Where the visitor wishes to return to, unjudged; `r` stands in the first address only. */
export const getRequestedReturnUrl = (): string | undefined => returnTo

export function setRequestedReturnUrl(address: string | undefined): void {
  returnTo = address
}
