/** What a visitor has typed on one page and would type again on the next. Kept in memory, never in an address. */
import type { FormEvent } from 'react'

let email = ''
let returnTo: string | undefined

export const carriedEmail = (): string => email

export function carryEmail(event: FormEvent<HTMLInputElement>): void {
  email = event.currentTarget.value
}

/** Where the visitor wishes to return to, unjudged; `r` stands in the first address only. */
export const carriedReturn = (): string | undefined => returnTo

export function carryReturn(address: string | undefined): void {
  returnTo = address
}
