import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { unixSeconds } from '../fields.ts'
import { BIRTHDAY_EARLIEST, DAY_SECONDS, HEADPIC_MAX_BYTES } from '../limits.ts'

export const basicFields = {
  uid: v.string(),
  nickname: v.string(),
  /** URL of the picture, or '' */
  headpic: v.string(),
  /** ISO 3166-1 alpha-2, or '' */
  country: v.string(),
  /** ISO 3166-2, or '' */
  region: v.string(),
  enterpriseUser: v.nullable(v.object({ uid: v.string() })),
}

export const basicInfoSchema = v.object(basicFields)

export const fullInfoSchema = v.object({
  ...basicFields,
  email: v.string(),
  userName: v.string(),
  hasPassword: v.boolean(),
  /** number of passkeys that the account can be logged in to with */
  passkeys: v.number(),
  defaultPassword: v.boolean(),
  gender: v.picklist(['', 'male', 'female']),
  /** at 00:00 UTC, may be negative; null if not set */
  birthday: v.nullable(unixSeconds),
  introduction: v.string(),
  social: v.array(v.object({ channel: v.string(), name: v.string(), boundAt: unixSeconds })),
  analyticsId: v.string(),
  memberSince: unixSeconds,
})

export const getBasicInfo = endpoint({
  method: 'GET',
  path: '/v1/user/basic',
  access: 'signed-in',
  underDefaultPassword: 'always',
  summary: 'Basic information about the logged-in account.',
  output: basicInfoSchema,
})

export const getFullInfo = endpoint({
  method: 'GET',
  path: '/v1/user/fullinfo',
  access: 'signed-in',
  underDefaultPassword: 'always',
  summary: 'All information about the logged-in account.',
  output: fullInfoSchema,
})

/** The use case checks the lengths (`NICKNAME_MAX`, `INTRODUCTION_MAX`) and throws `information_out`. */
const nickname = v.pipe(
  v.string('required'),
  v.maxCodePoints(2_000, 'too_long'),
  // One character that is neither white space nor removed, see `normalizeLine`.
  v.regex(/[^\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u, 'required'),
  v.metadata({ examples: ['Ada'] }),
)
const introduction = v.pipe(v.string('required'), v.maxCodePoints(8_000, 'too_long'))

export const setOtherInfo = endpoint({
  method: 'PATCH',
  path: '/v1/user/otherinfo',
  access: 'signed-in',
  summary: 'Sets nickname and introduction; both are optional.',
  input: v.strictObject({ nickname: v.optional(nickname), introduction: v.optional(introduction) }),
  errors: ['information_out'],
})

export const setGender = endpoint({
  method: 'PATCH',
  path: '/v1/user/gender',
  access: 'personal',
  summary: 'Sets the gender.',
  input: v.strictObject({ gender: v.picklist(['male', 'female'], 'required') }),
})

export const setBirthday = endpoint({
  method: 'PATCH',
  path: '/v1/user/birthday',
  access: 'personal',
  summary: 'Sets the birthday: YYYY-MM-DD, or unix seconds at 00:00 UTC; not in the future.',
  input: v.strictObject({
    birthday: v.union(
      [
        v.pipe(
          v.string(),
          v.isoDate('invalid'),
          v.regex(/^(?:19|[2-9]\d)/, 'invalid'),
          v.metadata({ examples: ['1990-12-31'] }),
        ),
        v.pipe(
          v.number(),
          v.integer('invalid'),
          v.multipleOf(DAY_SECONDS, 'invalid'),
          v.minValue(Date.parse(BIRTHDAY_EARLIEST) / 1000, 'invalid'),
          v.maxValue(253_402_300_799, 'invalid'),
        ),
      ],
      'required',
    ),
  }),
  valueRules: { birthday: 'Not in the future.' },
})

export const setCountry = endpoint({
  method: 'PATCH',
  path: '/v1/user/country',
  access: 'signed-in',
  summary: "Sets country (ISO 3166-1 alpha-2) and region (ISO 3166-2 of that country, or '').",
  input: v.strictObject({
    country: v.pipe(
      v.string('required'),
      v.regex(/^[A-Z]{2}$/, 'required'),
      v.metadata({ examples: ['DE'] }),
    ),
    region: v.optional(v.pipe(v.string(), v.regex(/^(?:[A-Z]{2}-[A-Z0-9]{1,3})?$/, 'invalid')), ''),
  }),
  valueRules: {
    country: 'One of GET /v1/region/country.',
    region: 'One of GET /v1/region/country/{id}/states, or empty.',
  },
})

export const setHeadpic = endpoint({
  method: 'PATCH',
  path: '/v1/user/headpic',
  access: 'signed-in',
  summary: "Sets the avatar to a picture that the account uploaded before; '' clears it.",
  input: v.strictObject({ headpic: v.pipe(v.string('required'), v.maxCodePoints(300, 'invalid')) }),
  output: v.object({ headpic: v.string() }),
  errors: ['file_type'],
})

export const HEADPIC_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

export const uploadHeadpic = endpoint({
  method: 'POST',
  path: '/v1/user/headpic/file',
  access: 'signed-in',
  summary:
    'Uploads a picture as the request body: PNG, JPEG or WebP, at most 5 MB. Returns the URL for PATCH /v1/user/headpic.',
  fileBody: { types: HEADPIC_TYPES, max: HEADPIC_MAX_BYTES },
  output: v.object({ headpic: v.string() }),
  errors: ['file_type', 'file_size'],
})
