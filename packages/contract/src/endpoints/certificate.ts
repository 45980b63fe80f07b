import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken, unixSeconds } from '../fields.ts'
import { CERTIFICATE_COURSES, localized } from './training.ts'

const course = v.picklist(CERTIFICATE_COURSES, 'invalid')
const ofCourse = v.strictObject({ course: v.optional(course, 'laser') })

export const getCertificateStatus = endpoint({
  method: 'GET',
  path: '/v1/safety/getPrizeInfo',
  access: 'personal',
  base: 'other',
  summary:
    'Whether the courses are finished and their certificates issued (laser, then printer), and the ids for issuing them; empty until finished.',
  output: v.object({
    isFinish: v.boolean(),
    isHave: v.boolean(),
    printIsFinish: v.boolean(),
    printIsHave: v.boolean(),
    certId: v.string(),
    printCertId: v.string(),
  }),
})

export const issueCertificate = endpoint({
  method: 'PATCH',
  path: '/v1/safety/completed',
  access: 'personal',
  base: 'other',
  inputIn: 'query',
  summary: 'Issues the certificate of a finished course once, in the current name of the account.',
  input: v.strictObject({ certId: opaqueToken }),
  output: v.object({ number: v.string(), issued: unixSeconds }),
  errors: ['restricted', 'certificate_not_earned'],
})

export const getCertificatePdf = endpoint({
  method: 'GET',
  path: '/v1/safety/getPrizePDF',
  access: 'personal',
  base: 'other',
  tokenIn: 'header',
  produces: 'application/pdf',
  summary: 'The certificate as PDF. The token is accepted in the header only.',
  input: ofCourse,
  errors: ['training_not_finished', 'certificate_not_earned'],
})

export const getCertificateArtwork = endpoint({
  method: 'GET',
  path: '/v1/safety/getPrizeArtwork',
  access: 'personal',
  base: 'other',
  tokenIn: 'header',
  summary: 'The certificate as SVG outlines, for preview, import and engraving.',
  input: ofCourse,
  output: v.object({ name: v.string(), svg: v.string() }),
  errors: ['training_not_finished', 'certificate_not_earned'],
})

export const getCertificateCredential = endpoint({
  method: 'GET',
  path: '/v1/safety/getPrizeCredential',
  access: 'personal',
  base: 'other',
  tokenIn: 'header',
  summary:
    'The certificate as a verifiable credential (Open Badges 3.0): a JSON Web Token signed with ES256. Contains the name on the certificate and a salted hash of the email address.',
  input: ofCourse,
  output: v.object({ name: v.string(), credential: v.string() }),
  errors: ['training_not_finished', 'certificate_not_earned'],
})

export const checkCertificate = endpoint({
  method: 'GET',
  path: '/v1/safety/certificate/:number',
  access: 'anyone',
  base: 'other',
  summary:
    'Whether a certificate with this number is valid, when and for which course it was issued, and the initials of its owner.',
  output: v.object({
    valid: v.boolean(),
    course: v.nullable(course),
    initials: v.string(),
    /** `malformed`: no certificate can have this number */
    status: v.picklist(['valid', 'revoked', 'unknown', 'malformed']),
    /** null, as is title, unless valid */
    issued: v.nullable(unixSeconds),
    /** legal name of the issuer */
    issuer: v.string(),
    title: v.nullable(localized),
    /** length of the course */
    minutes: v.number(),
    lessons: v.array(v.object({ title: localized, about: localized })),
  }),
})
