/** Certificate numbers such as `KL-7H2K-…`: the course, and 16 random symbols of 5 bits each (80 bits). */
import { randomInt } from 'node:crypto'
import type { CertificateCourse } from '@kerf/contract/endpoints/training'

/** 32 symbols without 0, 1, I and O, which are easily misread. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const PREFIX: Readonly<Record<CertificateCourse, string>> = {
  laser: 'KL',
  printer: 'KP',
  welder: 'KW',
}
const NUMBER = /^K[LPW](?:-[2-9A-HJ-NP-Z]{4}){4}$/

export function generateCertificateNumber(course: CertificateCourse): string {
  const group = () => Array.from({ length: 4 }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')
  return [PREFIX[course], group(), group(), group(), group()].join('-')
}

/** Accepts any case and any separators. undefined: `typed` cannot be a certificate number. */
export function parseCertificateNumber(typed: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  const number = plain.replace(/^(..)(....)(....)(....)(....)$/, '$1-$2-$3-$4-$5')
  return NUMBER.test(number) ? number : undefined
}
