import { expect, test } from 'vitest'
import { CATALOGUE, CLIENT_NETWORK, CLIENT_OFFLINE, catalogueEntry, TOKEN_EXPIRED } from './errors.ts'

/** The table of the decisions: every code and its key. */
const DECIDED = {
  20001: 'bad_request',
  20101: 'expired_login',
  20102: 'authority',
  20103: 'restricted',
  20104: 'account_ban',
  20105: 'ip_ban',
  20107: 'proof_required',
  20111: 'incorrect_account',
  20112: 'incorrect_password',
  20113: 'no_account',
  20114: 'email_no_account',
  20115: 'has_account',
  20116: 'email_has_taken',
  20117: 'invalid_email',
  20118: 'password_inconsistency',
  20119: 'password_too_common',
  20120: 'information_out',
  20201: 'incorrect_code',
  20202: 'captcha_frequency',
  20203: 'code_expired',
  20204: 'human_verification_required',
  20205: 'human_verification_failed',
  20206: 'expired',
  20301: 'invalid_redemption_code',
  20302: 'expired_redemption_code',
  20303: 'used_redemption_code',
  20401: 'social_authorization_failed',
  20402: 'social_already_bound',
  20403: 'email_has_connected',
  20404: 'last_sign_in_method',
  20429: 'too_many_requests',
  20501: 'invalid_device_sn',
  20502: 'training_not_finished',
  20503: 'certificate_not_earned',
  20601: 'file_type',
  20602: 'file_size',
  20901: 'system',
  20902: 'network_timeout',
} as const

test('the catalogue is the decided table, in both directions', () => {
  const keys = Object.fromEntries(Object.entries(CATALOGUE).map(([code, { key }]) => [code, key]))
  expect(keys).toEqual(DECIDED)
})

test('statuses are those a refusal may have', () => {
  for (const [code, { status }] of Object.entries(CATALOGUE))
    expect([code, [400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 503].includes(status)]).toEqual([
      code,
      true,
    ])
})

test('only a dead token signs out', () => {
  const out = Object.entries(CATALOGUE).filter(([, { action }]) => action === 'sign-out')
  expect(out.map(([code]) => Number(code))).toEqual([TOKEN_EXPIRED])
})

test('no code of the client is one of the server', () => {
  expect([CLIENT_OFFLINE, CLIENT_NETWORK]).toEqual([1000, 1002])
  for (const code of [CLIENT_OFFLINE, CLIENT_NETWORK, 0, 1, -1, Number.NaN, 20100])
    expect(catalogueEntry(code)).toBeUndefined()
  expect(catalogueEntry('constructor' as unknown as number)).toBeUndefined()
  expect(catalogueEntry(20429)?.status).toBe(429)
})
