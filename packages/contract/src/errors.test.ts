import { expect, test } from 'vitest'
import { CLIENT_ERRORS, ERRORS, errorNameOfCode } from './errors.ts'

/** Every published code and its name. */
const PUBLISHED = {
  20001: 'bad_request',
  20002: 'not_found',
  20003: 'method_not_allowed',
  20004: 'body_too_large',
  20005: 'unsupported_media',
  20101: 'expired_login',
  20102: 'authority',
  20103: 'restricted',
  20104: 'account_ban',
  20105: 'ip_ban',
  20107: 'proof_required',
  20108: 'second_factor_required',
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
  20121: 'invalid_client',
  20122: 'agreement_required',
  20123: 'passkey_unknown',
  20124: 'passkey_rejected',
  20125: 'passkey_limit',
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
  20405: 'too_many_accounts',
  20429: 'too_many_requests',
  20501: 'invalid_device_sn',
  20502: 'training_not_finished',
  20503: 'certificate_not_earned',
  20504: 'unlock_work_required',
  20601: 'file_type',
  20602: 'file_size',
  20701: 'machine_unknown',
  20702: 'machine_claim_refused',
  20703: 'machine_lost',
  20704: 'machine_offer_invalid',
  20705: 'machine_limit',
  20706: 'machine_request_unknown',
  20707: 'machine_requested',
  20710: 'machine_training_missing',
  20711: 'machine_pass_unavailable',
  20712: 'machine_pairing_elsewhere',
  20720: 'workshop_unknown',
  20721: 'workshop_limit',
  20722: 'workshop_only_admin',
  20723: 'workshop_act_open',
  20724: 'workshop_act_unknown',
  20725: 'workshop_code_invalid',
  20901: 'system',
  20902: 'network_timeout',
} as const

test('matches the published codes', () => {
  const names = Object.fromEntries(Object.entries(ERRORS).map(([name, { code }]) => [code, name]))
  expect(names).toEqual(PUBLISHED)
})

test.each(Object.entries(ERRORS))('%s has a 4xx status or 503', (_name, { status }) => {
  expect([400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 503]).toContain(status)
})

test('signs out for an expired token only', () => {
  const names = Object.entries(ERRORS).filter(([, { action }]) => action === 'sign-out')
  expect(names.map(([name]) => name)).toEqual(['expired_login'])
})

test('resolves no name for client codes and unknown codes', () => {
  expect(CLIENT_ERRORS).toEqual({ offline: 1000, unreachable: 1002 })
  for (const code of [1000, 1002, 0, 1, -1, Number.NaN, 20100]) expect(errorNameOfCode(code)).toBeUndefined()
  expect(errorNameOfCode('constructor' as unknown as number)).toBeUndefined()
  expect(errorNameOfCode(20429)).toBe('too_many_requests')
})
