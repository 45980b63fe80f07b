/** Classifies a scanned text. No side effects. */
import { isLanguage } from '@kerf/contract/language'
import { normalizeSerialNumber, serialNumberError } from '@kerf/contract/serial-number'
import { readOfferCode } from '../features/machines/offer-code.ts'

export type ReadCode =
  | { readonly kind: 'serial-number'; readonly text: string }
  /** of an invitation, a transfer or a workshop */
  | { readonly kind: 'offer'; readonly text: string }
  /** of a machine or an app that asks to log in */
  | { readonly kind: 'login'; readonly text: string }
  /** an address of another site */
  | { readonly kind: 'foreign'; readonly host: string }
  | { readonly kind: 'unknown' }

const USER_CODE = /^[\w-]{1,32}$/
const UNKNOWN: ReadCode = { kind: 'unknown' }

/** `origins`: those of the portal and its sibling hosts. Only codes are taken from an address; the address itself is never opened. */
export function readCode(scanned: string, origins: readonly string[]): ReadCode {
  const text = scanned.trim()
  if (serialNumberError(text) === undefined)
    return { kind: 'serial-number', text: normalizeSerialNumber(text) }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return UNKNOWN
  if (!origins.includes(url.origin)) return { kind: 'foreign', host: url.host }
  const [, first, ...rest] = url.pathname.split('/')
  const page = isLanguage(first) ? rest.join('/') : `/${[first, ...rest].join('/')}`
  if (page === 'machines/join') {
    const code = readOfferCode(url.hash)
    return code === undefined ? UNKNOWN : { kind: 'offer', text: code }
  }
  const code = url.searchParams.get('user_code') ?? ''
  return (page === 'activate' || page === '/oidc/device') && USER_CODE.test(code)
    ? { kind: 'login', text: code }
    : UNKNOWN
}
