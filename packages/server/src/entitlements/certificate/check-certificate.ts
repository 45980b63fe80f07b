/** Checks a certificate number for anybody. Of the holder it reveals the initials only (S-096). */

import type { LoadedBrand } from '@kerf/brands/registry'
import type { OutputOf } from '@kerf/contract/endpoint'
import type { checkCertificate as endpoint } from '@kerf/contract/endpoints/certificate'
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import type { Language } from '@kerf/contract/language'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import type { Caller } from '../../platform/audit/caller.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { isCertificateCourse } from './certificate.ts'
import { parseCertificateNumber } from './certificate-number.ts'
import { findIssuedByNumber } from './certificate-store.ts'

const CHECK_LIMIT = { limit: 60, seconds: HOUR_SECONDS }

type Answer = OutputOf<typeof endpoint>
type Translated = Readonly<Record<Language, string>>

export interface CheckCertificateDependencies extends Pick<PlatformServices, 'db' | 'limiter'> {
  readonly courses: {
    get(course: CertificateCourse):
      | {
          readonly title: Translated
          readonly lessons: readonly {
            readonly title: Translated
            readonly about: Translated
            readonly milliseconds: number
          }[]
        }
      | undefined
  }
  readonly issuer: LoadedBrand
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Initials of the first and the last word; characters other than letters and digits do not count. A name of one word, such as a
 * Chinese name, has one initial. A Chinese character stands without a period.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(word => /[\p{L}\p{N}]/u.test(word))
  const initialOf = (word = ''): string => {
    const letter = [...letters.segment(word)][0]?.segment ?? ''
    return /\p{Script=Han}/u.test(letter) ? letter : `${letter.toLocaleUpperCase('und')}.`
  }
  const initialWords = words.length > 1 ? [words[0], words.at(-1)] : words
  return initialWords.map(initialOf).join(' ')
}

const NOTHING = {
  valid: false,
  course: null,
  initials: '',
  issued: null,
  issuer: '',
  title: null,
  minutes: 0,
  lessons: [],
} as const satisfies Omit<Answer, 'status'>

export const createCheckCertificate =
  ({ db, limiter, courses, issuer }: CheckCertificateDependencies) =>
  /** `typed`: the number as a person typed it. Throws `too_many_requests`. */
  async (typed: string, caller: Caller): Promise<Answer> => {
    await limiter.consume(...addressLimits('certificate:ip', caller, CHECK_LIMIT))
    const number = parseCertificateNumber(typed)
    if (number === undefined) return { ...NOTHING, status: 'malformed' }
    const [row] = await findIssuedByNumber(db, { number })
    if (!row || !isCertificateCourse(row.course)) return { ...NOTHING, status: 'unknown' }
    // Of a revoked certificate nothing else is told.
    if (row.revoked_at) return { ...NOTHING, status: 'revoked' }
    const { title = null, lessons = [] } = courses.get(row.course) ?? {}
    return {
      valid: true,
      status: 'valid',
      course: row.course,
      initials: initialsOf(row.bearer),
      issued: Math.floor(row.issued_at.getTime() / 1000),
      issuer: issuer.brand.legalName,
      title,
      minutes: Math.max(
        1,
        Math.round(lessons.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 60_000),
      ),
      lessons: lessons.map(({ title, about }) => ({ title, about })),
    }
  }

export type CheckCertificate = ReturnType<typeof createCheckCertificate>
