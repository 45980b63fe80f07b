/** Checks a certificate number for anybody. Reveals the course and the holder's initials only (S-099). */

import type { OutputOf } from '@kerf/contract/endpoint'
import type { checkCertificate as endpoint } from '@kerf/contract/endpoints/training'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import type { Queryable } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { isCertificateCourse } from './certificate.ts'
import { parseCertificateNumber } from './certificate-number.ts'
import { findIssuedByNumber } from './certificate-store.ts'

const CHECK_LIMIT = { limit: 60, seconds: HOUR_SECONDS }

/** Initials of the first and the last word. A name of one word, such as a Chinese name, has one initial. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const firstLetter = (word = ''): string => [...letters.segment(word)][0]?.segment ?? ''
  const initialWords = words.length > 1 ? [words[0], words.at(-1)] : words
  return initialWords.map(word => `${firstLetter(word).toLocaleUpperCase('und')}.`).join(' ')
}

export const createCheckCertificate =
  (db: Queryable, limiter: RateLimiter) =>
  /** `typed`: the number as a person typed it. Throws 'too_many_requests'. */
  async (typed: string, caller: Caller): Promise<OutputOf<typeof endpoint>> => {
    await limiter.consume(...addressLimits('certificate:ip', caller, CHECK_LIMIT))
    const number = parseCertificateNumber(typed)
    const [row] = number === undefined ? [] : await findIssuedByNumber(db, { number })
    if (!row || !isCertificateCourse(row.course)) return { valid: false, course: null, initials: '' }
    return { valid: true, course: row.course, initials: initialsOf(row.bearer) }
  }

export type CheckCertificate = ReturnType<typeof createCheckCertificate>
