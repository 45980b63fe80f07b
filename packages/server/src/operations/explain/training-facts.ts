/** Why a person has no certificate. */
import { type Courses, listCertificates, listFinishedLessons, readCourses } from '../../entitlements/index.ts'
import { findWatch } from './explain-store.ts'
import { type FactSource, ofAccount, type RawFact } from './fact.ts'
import { restricted } from './redeem-facts.ts'
import { describeRefusals } from './refusals.ts'

/** They change only with a release. */
const loaded = new Map<string, Promise<Courses>>()
function coursesOf(folder: string): Promise<Courses> {
  // Without them the other facts are told all the same.
  const courses = loaded.get(folder) ?? readCourses(folder).catch((): Courses => new Map())
  loaded.set(folder, courses)
  return courses
}

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000)

export const TRAINING_FACTS: readonly FactSource[] = [
  restricted,
  ofAccount(async ({ uid }, { db, config }) => {
    const [courses, finished, certificates] = await Promise.all([
      coursesOf(config.coursesFolder),
      listFinishedLessons(db, { uid }),
      listCertificates(db, { uid }),
    ])
    return [...courses.values()].flatMap(({ id, title, lessons }): RawFact[] => {
      const values = { course: title }
      const certificate = certificates.find(({ course }) => course === id)
      const missing = lessons.filter(
        lesson => !finished.some(one => one.course === id && one.lesson === lesson.id),
      )
      const done = lessons.length - missing.length
      if (certificate?.revoked_at) {
        const mend = { operation: 'certificate restore', arguments: [certificate.number ?? ''] }
        const since = unixSeconds(certificate.revoked_at)
        return [{ code: 'certificate_revoked', blocks: true, since, values, mend }]
      }
      if (certificate?.issued_at) {
        const since = unixSeconds(certificate.issued_at)
        return [
          { code: 'certificate_issued', since, values: { ...values, number: certificate.number ?? '–' } },
        ]
      }
      if (certificate) return [{ code: 'certificate_waits', blocks: true, values }]
      if (missing.length === 0) return [{ code: 'lessons_done', values: { ...values, all: done } }]
      if (done === 0)
        return [{ code: 'lessons_none', blocks: true, values: { ...values, all: lessons.length } }]
      const next = missing[0]?.title ?? { en: '–', zh: '–' }
      return [
        { code: 'lessons_missing', blocks: true, values: { ...values, done, all: lessons.length, next } },
      ]
    })
  }),
  ofAccount(async ({ uid }, { db }) => {
    const [watch] = await findWatch(db, { uid })
    if (!watch) return []
    const { course, lesson, since, covered, runs } = watch
    return [{ code: runs ? 'watch_runs' : 'watch_stopped', since, values: { course, lesson, covered } }]
  }),
  describeRefusals(/\/(?:safety|training|certificate|watch|prize)/i, /^training\./),
]
