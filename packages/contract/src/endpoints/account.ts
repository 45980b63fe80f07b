import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { unixSeconds } from '../fields.ts'

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
})

export const getBasicInfo = endpoint({
  method: 'GET',
  path: '/v1/user/basic',
  access: 'signed-in',
  underDefaultPassword: 'always',
  base: 'passport',
  summary: 'Basic information about the logged-in account.',
  input: undefined,
  output: basicInfoSchema,
  errors: [],
})

export const getFullInfo = endpoint({
  method: 'GET',
  path: '/v1/user/fullinfo',
  access: 'signed-in',
  underDefaultPassword: 'always',
  base: 'passport',
  summary: 'All information about the logged-in account.',
  input: undefined,
  output: fullInfoSchema,
  errors: [],
})

export const logout = endpoint({
  method: 'POST',
  path: '/v1/user/logout',
  access: 'signed-in',
  underDefaultPassword: 'always',
  base: 'passport',
  summary: 'Ends the session. Succeeds if the token is already invalid.',
  input: undefined,
  output: v.object({}),
  errors: [],
})

export const keepSession = endpoint({
  method: 'POST',
  path: '/v1/user/session/keep',
  access: 'signed-in',
  underDefaultPassword: 'always',
  base: 'passport',
  summary:
    'Sets the session cookie for the token of this call, so that a session that started from a URL parameter persists.',
  input: undefined,
  output: v.object({}),
  errors: [],
})
