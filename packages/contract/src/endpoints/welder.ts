import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { opaqueToken } from '../fields.ts'

export const LIGHT_SOURCES = ['1200W', '800W'] as const
export type LightSource = (typeof LIGHT_SOURCES)[number]

/** Digits of an unlock password. */
export const UNLOCK_PASSWORD_DIGITS = 8

export const requestUnlock = endpoint({
  method: 'POST',
  path: '/v1/device/request',
  access: 'anyone',
  base: 'other',
  summary:
    'For a browser that has watched the whole welder course within two hours: a signed request for one unlock password, good for ten minutes. `activation` is where it is posted; empty means /v1/device/activate here. From the second device a day on, an address proves with `ticket` that a person asks (20204).',
  input: v.strictObject({
    sn: v.pipe(v.string('required'), v.maxLength(200, 'invalid'), v.regex(/\S/, 'required')),
    lightSource: v.picklist(LIGHT_SOURCES, 'required'),
    ticket: v.optional(v.pipe(opaqueToken, v.maxLength(100, 'invalid'))),
  }),
  output: v.object({ token: v.string(), activation: v.string() }),
  errors: [
    'human_verification_required',
    'human_verification_failed',
    'expired',
    'invalid_device_sn',
    'training_not_finished',
  ],
})

export const issueUnlockPassword = endpoint({
  method: 'POST',
  path: '/v1/device/activate',
  access: 'anyone',
  base: 'other',
  summary:
    'The unlock password that a signed request asks for. The same request again gets the same password; a new request gets the next one.',
  input: v.strictObject({
    token: v.pipe(
      v.string('required'),
      v.maxLength(4000, 'invalid'),
      v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'invalid'),
    ),
  }),
  output: v.object({ password: v.string(), lightSource: v.picklist(LIGHT_SOURCES) }),
  errors: ['expired'],
})

export const listUnlockKeys = endpoint({
  method: 'GET',
  path: '/v1/device/keys',
  access: 'anyone',
  base: 'other',
  summary: 'The public keys (JWK, Ed25519) that signed requests are checked with.',
  input: undefined,
  output: v.object({
    keys: v.array(
      v.object({
        kty: v.string(),
        crv: v.string(),
        x: v.string(),
        kid: v.string(),
        alg: v.string(),
        use: v.string(),
      }),
    ),
  }),
  errors: [],
})
