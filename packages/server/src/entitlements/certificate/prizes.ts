/** What an account has finished and earned (S-094, S-096, S-099): from the server's own records only. */
import { randomInt } from 'node:crypto'
import {
  CERTIFICATE_COURSES,
  type CertificateCourse,
  COURSES,
  type CourseId,
} from '@kerf/contract/endpoints/training'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SessionClaims } from '../../platform/http/session-claims.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import {
  type CertificateRow,
  findByCertId,
  findByNumber,
  findCertificates,
  findDone,
  holdAccount,
  issue,
} from '../training/finished-lesson-store.ts'

/** Without look-alikes; 32 of them, so that 16 are 80 random bits. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const PREFIX: Readonly<Record<CertificateCourse, string>> = { laser: 'KL', printer: 'KP' }
const NUMBER = /^K[LP](?:-[2-9A-HJ-NP-Z]{4}){4}$/

const newNumber = (course: CertificateCourse): string => {
  const group = () => Array.from({ length: 4 }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')
  return [PREFIX[course], group(), group(), group(), group()].join('-')
}

/** Forgives case, spaces and other separators; undefined for what can be no number of ours. */
export function parseNumber(typed: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  const number = plain.replace(/^(..)(....)(....)(....)(....)$/, '$1-$2-$3-$4-$5')
  return NUMBER.test(number) ? number : undefined
}

/** The first letter of the first and of the last word, as readers see letters; of one in Chinese characters, the first. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const first = (word: string | undefined): string => [...letters.segment(word ?? '')][0]?.segment ?? ''
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words
  return shown.map(word => `${first(word).toLocaleUpperCase('und')}.`).join(' ')
}

/** A certificate that was issued. */
export interface Issued {
  readonly course: CertificateCourse
  readonly number: string
  readonly bearer: string
  /** unix seconds */
  readonly issued: number
}

const issuedOf = ({ course, number, bearer, issued }: CertificateRow): Issued | undefined =>
  number === null || bearer === null || issued === null || !isPrizeCourse(course)
    ? undefined
    : { course, number, bearer, issued }

const isPrizeCourse = (course: string): course is CertificateCourse =>
  (CERTIFICATE_COURSES as readonly string[]).includes(course)

const CHECKS = { limit: 60, seconds: 3600 }

export interface PrizeDependencies {
  readonly db: Database
  readonly limiter: Limiter
}

export function createPrizes({ db, limiter }: PrizeDependencies) {
  return {
    async info(uid: string) {
      const rows = await findCertificates(db, uid)
      const [laser, printer] = CERTIFICATE_COURSES.map(course => rows.find(row => row.course === course))
      return {
        isFinish: laser !== undefined,
        isHave: laser?.number != null,
        printIsFinish: printer !== undefined,
        printIsHave: printer?.number != null,
        certId: laser?.cert_id ?? '',
        printCertId: printer?.cert_id ?? '',
      }
    },

    /** Issues the certificate; asked again, gives the same. Throws 20503 for an id that is not of the account. */
    async complete({ uid, status }: SessionClaims, certId: string, caller: Caller): Promise<Issued> {
      if (status === 'restricted') throw new ApiError('restricted')
      return db.transaction(async tx => {
        await holdAccount(tx, uid)
        const [earned] = await findByCertId(tx, uid, certId)
        if (!earned || !isPrizeCourse(earned.course)) throw new ApiError('certificate_not_earned')
        const { course } = earned
        const [row] = await issue(tx, uid, certId, newNumber(course))
        if (row)
          await writeAudit(tx, {
            event: 'training.certificate',
            outcome: 'ok',
            uid,
            ...auditContext(caller),
            detail: { course },
          })
        const [now] = row ? [row] : await findByCertId(tx, uid, certId)
        const issued = now && issuedOf(now)
        if (!issued) throw new ApiError('certificate_not_earned')
        return issued
      })
    },

    /** Throws 20502 while the course is not finished, 20503 while its certificate is not issued. */
    async certificate(uid: string, course: CertificateCourse): Promise<Issued> {
      const row = (await findCertificates(db, uid)).find(one => one.course === course)
      if (!row) throw new ApiError('training_not_finished')
      const issued = issuedOf(row)
      if (!issued) throw new ApiError('certificate_not_earned')
      return issued
    },

    /** Lessons finished and certificates issued, by course. */
    async progress(uid: string) {
      const [done, rows] = await Promise.all([findDone(db, uid), findCertificates(db, uid)])
      return COURSES.map((course: CourseId) => ({
        course,
        lessons: new Set(done.filter(row => row.course === course).map(({ lesson }) => lesson)),
        certificate: rows.filter(row => row.course === course).map(issuedOf)[0],
      }))
    },

    /** Says no more than whether there is such a certificate, for what and whose initials. */
    async check(typed: string, caller: Caller) {
      await limiter.take({ key: `certificate:ip:${caller.limitKey}`, ...CHECKS })
      const number = parseNumber(typed)
      const [row] = number === undefined ? [] : await findByNumber(db, number)
      if (!row || !isPrizeCourse(row.course)) return { valid: false, course: null, initials: '' }
      return { valid: true, course: row.course, initials: initialsOf(row.bearer) }
    },
  }
}

export type Prizes = ReturnType<typeof createPrizes>
