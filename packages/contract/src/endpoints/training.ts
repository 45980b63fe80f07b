import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken, unixSeconds } from '../fields.ts'
import { DAY_SECONDS } from '../limits.ts'

export const COURSES = ['laser', 'printer', 'welder'] as const
export type CourseId = (typeof COURSES)[number]
/** Courses with a certificate. The welder course also ends in an unlock password, which needs no account. */
export const CERTIFICATE_COURSES = ['laser', 'printer', 'welder'] as const
export type CertificateCourse = (typeof CERTIFICATE_COURSES)[number]

export const localized = v.object({ en: v.string(), zh: v.string() })

/** The answer is public: questions help to remember a lesson and gate nothing. */
const question = v.object({
  text: localized,
  options: v.array(localized),
  /** index of the right option */
  answer: v.number(),
  explanation: localized,
})

const lesson = v.object({
  id: v.string(),
  title: localized,
  about: localized,
  /** length of the video in milliseconds */
  duration: v.number(),
  /** URLs on this server */
  video: v.object({ webm: v.string(), mp4: v.string() }),
  captions: localized,
  poster: v.string(),
  questions: v.array(question),
  /** whether the caller has watched it */
  finished: v.boolean(),
  /** whether the caller has watched it since the certificate was issued or renewed; missing in answers of an earlier version */
  watchedAgain: v.optional(v.boolean()),
})

export const listCourses = endpoint({
  method: 'GET',
  path: '/v1/safety/courses',
  access: 'anyone',
  base: 'other',
  summary: 'Courses and lessons; for a logged-in personal account also its progress and certificates.',
  output: v.array(
    v.object({
      id: v.picklist(COURSES),
      title: localized,
      about: localized,
      lessons: v.array(lesson),
      /** null until issued, and once revoked */
      certificate: v.nullable(
        v.object({ number: v.string(), issued: unixSeconds, renewed: v.optional(v.nullable(unixSeconds)) }),
      ),
      /** to issue the certificate with; '' until all lessons are finished */
      certId: v.optional(v.string()),
      /** the certificate that the issuer has revoked; null otherwise */
      revoked: v.nullable(v.object({ number: v.string(), at: unixSeconds })),
    }),
  ),
})

/** A player reports its position in this interval. After a longer gap than the maximum, the time of the gap does not count as watched. */
export const WATCH_REPORT_INTERVAL_MS = 5_000
export const WATCH_REPORT_GAP_MAX_MS = 15_000
/** A position further ahead of the watched time counts as a seek. */
export const WATCH_LEAD_MAX_MS = 2_000

export const startWatchSession = endpoint({
  method: 'POST',
  path: '/v1/safety/watch/start',
  access: 'anyone',
  base: 'other',
  summary:
    'Starts a watch session at the start of a lesson and ends the previous one of the same account (welder course: of the same browser, by cookie). Courses other than welder need a logged-in personal account, which the welder course counts for too if it is logged in.',
  input: v.strictObject({
    course: v.picklist(COURSES, 'required'),
    lesson: v.pipe(v.string('required'), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'invalid')),
  }),
  valueRules: { lesson: 'The id of a lesson of the course.' },
  output: v.object({ watch: v.string(), duration: v.number() }),
  errors: ['restricted'],
})

const position = v.pipe(
  v.number('required'),
  v.integer('invalid'),
  v.minValue(0, 'invalid'),
  v.maxValue(DAY_SECONDS * 1_000, 'invalid'),
)

export const reportWatchPosition = endpoint({
  method: 'POST',
  path: '/v1/safety/watch/beat',
  access: 'anyone',
  base: 'other',
  summary:
    'Reports the position of the video in milliseconds, at least every 15 s. Returns how much counts as watched. 20206: the watch session has ended (left, or started again here or elsewhere).',
  input: v.strictObject({ watch: opaqueToken, position }),
  output: v.object({ position: v.number() }),
  errors: ['restricted', 'expired'],
})

export const finishWatchSession = endpoint({
  method: 'POST',
  path: '/v1/safety/watch/finish',
  access: 'anyone',
  base: 'other',
  summary:
    'Records the lesson as finished when the watched time covers the video; 20502 before. A certificate is renewed when every lesson was watched again.',
  input: v.strictObject({ watch: opaqueToken }),
  output: v.object({ lesson: v.string(), courseFinished: v.boolean() }),
  errors: ['restricted', 'expired', 'training_not_finished'],
})
