import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken, unixSeconds } from '../fields.ts'

export const COURSES = ['laser', 'printer', 'welder'] as const
export type CourseId = (typeof COURSES)[number]
/** Courses that end in a certificate; the welder's ends in an unlock password and wants no account. */
export const CERTIFICATE_COURSES = ['laser', 'printer'] as const
export type CertificateCourse = (typeof CERTIFICATE_COURSES)[number]

const inBoth = v.object({ en: v.string(), zh: v.string() })
const prizeCourse = v.picklist(CERTIFICATE_COURSES, 'invalid')

const lesson = v.object({
  id: v.string(),
  title: inBoth,
  about: inBoth,
  /** length of the video in milliseconds */
  duration: v.number(),
  /** addresses on this server */
  video: v.object({ webm: v.string(), mp4: v.string() }),
  captions: inBoth,
  poster: v.string(),
  /** proven watched by whoever asks */
  finished: v.boolean(),
})

export const listCourses = endpoint({
  method: 'GET',
  path: '/v1/safety/courses',
  access: 'anyone',
  base: 'other',
  summary:
    'The courses and their lessons; to a signed-in personal account also what it has finished and its certificates.',
  input: undefined,
  output: v.array(
    v.object({
      id: v.picklist(COURSES),
      title: inBoth,
      about: inBoth,
      lessons: v.array(lesson),
      /** null until it was issued */
      certificate: v.nullable(v.object({ number: v.string(), issued: unixSeconds })),
    }),
  ),
  errors: [],
})

/** Milliseconds between two beats of a player; one that comes later than the second earns nothing for the time before it. */
export const WATCH_REPORT_INTERVAL_MS = 5_000
export const WATCH_REPORT_GAP_MAX_MS = 15_000
/** Milliseconds a position may lie ahead of what is proven before it counts as a jump. */
export const WATCH_LEAD_MAX_MS = 2_000

export const startWatchSession = endpoint({
  method: 'POST',
  path: '/v1/safety/watch/start',
  access: 'anyone',
  base: 'other',
  summary:
    'Begins watching a lesson, from its start; whatever the same account (the course welder: the same browser, by cookie) was watching ends. Courses other than welder want a signed-in personal account.',
  input: v.strictObject({
    course: v.picklist(COURSES, 'required'),
    lesson: v.pipe(v.string('required'), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'invalid')),
  }),
  output: v.object({ watch: v.string(), duration: v.number() }),
  errors: ['restricted'],
})

const position = v.pipe(
  v.number('required'),
  v.integer('invalid'),
  v.minValue(0, 'invalid'),
  v.maxValue(86_400_000, 'invalid'),
)

export const reportWatchPosition = endpoint({
  method: 'POST',
  path: '/v1/safety/watch/beat',
  access: 'anyone',
  base: 'other',
  summary:
    'Tells where the video stands, in milliseconds, at least every 15 s; answers how much of it is proven watched. 20206: the watch has ended (left, begun anew, or begun elsewhere).',
  input: v.strictObject({ watch: opaqueToken, position }),
  output: v.object({ position: v.number() }),
  errors: ['restricted', 'expired'],
})

export const finishWatchSession = endpoint({
  method: 'POST',
  path: '/v1/safety/watch/finish',
  access: 'anyone',
  base: 'other',
  summary: 'Records the lesson once the time spent covers the video; 20502 before.',
  input: v.strictObject({ watch: opaqueToken }),
  output: v.object({ lesson: v.string(), courseFinished: v.boolean() }),
  errors: ['restricted', 'expired', 'training_not_finished'],
})

export const getCertificateStatus = endpoint({
  method: 'GET',
  path: '/v1/safety/getPrizeInfo',
  access: 'personal',
  base: 'other',
  summary:
    'Whether the courses are finished and their certificates issued (laser, then printer), and the ids to issue them by; empty until finished.',
  input: undefined,
  output: v.object({
    isFinish: v.boolean(),
    isHave: v.boolean(),
    printIsFinish: v.boolean(),
    printIsHave: v.boolean(),
    certId: v.string(),
    printCertId: v.string(),
  }),
  errors: [],
})

export const issueCertificate = endpoint({
  method: 'PATCH',
  path: '/v1/safety/completed',
  access: 'personal',
  base: 'other',
  inputIn: 'query',
  summary: 'Issues the certificate of a finished course, in the name the account bears now; once.',
  input: v.strictObject({ certId: opaqueToken }),
  output: v.object({ number: v.string(), issued: unixSeconds }),
  errors: ['restricted', 'certificate_not_earned'],
})

const ofCourse = v.strictObject({ course: v.optional(prizeCourse, 'laser') })

export const getCertificatePdf = endpoint({
  method: 'GET',
  path: '/v1/safety/getPrizePDF',
  access: 'personal',
  base: 'other',
  tokenIn: 'header',
  produces: 'application/pdf',
  summary: 'The certificate as a file; the token in its header only.',
  input: ofCourse,
  output: v.object({}),
  errors: ['training_not_finished', 'certificate_not_earned'],
})

export const getCertificateArtwork = endpoint({
  method: 'GET',
  path: '/v1/safety/getPrizeArtwork',
  access: 'personal',
  base: 'other',
  tokenIn: 'header',
  summary: 'The certificate as a drawing of plain outlines, to look at, import to a canvas and engrave.',
  input: ofCourse,
  output: v.object({ name: v.string(), svg: v.string() }),
  errors: ['training_not_finished', 'certificate_not_earned'],
})

export const checkCertificate = endpoint({
  method: 'GET',
  path: '/v1/safety/certificate/:number',
  access: 'anyone',
  base: 'other',
  summary: 'Whether a certificate of that number was issued: for which course, and to whom by initials.',
  input: undefined,
  output: v.object({
    valid: v.boolean(),
    course: v.nullable(prizeCourse),
    initials: v.string(),
  }),
  errors: [],
})
