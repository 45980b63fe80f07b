/**
 * The error catalog: every error that a call may answer, by name, with its code on the wire, its HTTP status and the
 * portal's reaction. Code throws and compares names; numbers stand here and on the wire only. The name is also the key of
 * the text in `locales/{en,zh}/errors.json`; `locales/error-texts.ts` does not compile while a name lacks a text.
 */

/**
 * What the portal does with the error. `field`: shows it beside the field it concerns; `form`: above the form's button;
 * `toast`: as a toast; `sign-out`: clears the token, shows one toast, redirects once; `reauthenticate`: asks the person
 * to confirm their identity, then repeats the call.
 */
export type PortalAction = 'field' | 'form' | 'toast' | 'sign-out' | 'reauthenticate'

const entry = <const C extends number>(code: C, status: number, action: PortalAction) =>
  ({ code, status, action }) as const

/** Errors of the server. Code 0 is success and is not listed. */
export const ERRORS = {
  bad_request: entry(20001, 400, 'form'),
  not_found: entry(20002, 404, 'form'),
  method_not_allowed: entry(20003, 405, 'form'),
  body_too_large: entry(20004, 413, 'form'),
  unsupported_media: entry(20005, 415, 'form'),
  expired_login: entry(20101, 401, 'sign-out'),
  authority: entry(20102, 403, 'toast'),
  restricted: entry(20103, 403, 'form'),
  account_ban: entry(20104, 403, 'form'),
  ip_ban: entry(20105, 403, 'form'),
  proof_required: entry(20107, 403, 'reauthenticate'),
  second_factor_required: entry(20108, 403, 'form'),
  incorrect_account: entry(20111, 401, 'form'),
  incorrect_password: entry(20112, 403, 'field'),
  no_account: entry(20113, 404, 'field'),
  email_no_account: entry(20114, 404, 'field'),
  has_account: entry(20115, 409, 'form'),
  email_has_taken: entry(20116, 409, 'field'),
  invalid_email: entry(20117, 422, 'field'),
  password_inconsistency: entry(20118, 422, 'field'),
  password_too_common: entry(20119, 422, 'field'),
  information_out: entry(20120, 422, 'form'),
  invalid_client: entry(20121, 401, 'form'),
  agreement_required: entry(20122, 403, 'field'),
  passkey_unknown: entry(20123, 401, 'form'),
  passkey_rejected: entry(20124, 403, 'form'),
  passkey_limit: entry(20125, 409, 'form'),
  incorrect_code: entry(20201, 422, 'field'),
  captcha_frequency: entry(20202, 429, 'form'),
  code_expired: entry(20203, 410, 'field'),
  human_verification_required: entry(20204, 403, 'form'),
  human_verification_failed: entry(20205, 422, 'form'),
  expired: entry(20206, 410, 'form'),
  invalid_redemption_code: entry(20301, 404, 'field'),
  expired_redemption_code: entry(20302, 410, 'field'),
  used_redemption_code: entry(20303, 409, 'field'),
  social_authorization_failed: entry(20401, 403, 'form'),
  social_already_bound: entry(20402, 409, 'form'),
  email_has_connected: entry(20403, 409, 'field'),
  last_sign_in_method: entry(20404, 409, 'form'),
  too_many_accounts: entry(20405, 409, 'form'),
  too_many_requests: entry(20429, 429, 'form'),
  invalid_device_sn: entry(20501, 422, 'field'),
  training_not_finished: entry(20502, 403, 'form'),
  certificate_not_earned: entry(20503, 403, 'form'),
  unlock_work_required: entry(20504, 403, 'form'),
  file_type: entry(20601, 415, 'form'),
  file_size: entry(20602, 413, 'form'),
  machine_unknown: entry(20701, 404, 'form'),
  machine_claim_refused: entry(20702, 422, 'field'),
  machine_lost: entry(20703, 409, 'form'),
  machine_offer_invalid: entry(20704, 410, 'form'),
  machine_limit: entry(20705, 409, 'form'),
  machine_request_unknown: entry(20706, 404, 'form'),
  machine_requested: entry(20707, 409, 'form'),
  machine_training_missing: entry(20710, 403, 'form'),
  machine_pass_unavailable: entry(20711, 409, 'form'),
  machine_pairing_elsewhere: entry(20712, 403, 'form'),
  workshop_unknown: entry(20720, 404, 'form'),
  workshop_limit: entry(20721, 409, 'form'),
  workshop_only_admin: entry(20722, 409, 'form'),
  workshop_act_open: entry(20723, 409, 'form'),
  workshop_act_unknown: entry(20724, 404, 'form'),
  workshop_code_invalid: entry(20725, 410, 'field'),
  system: entry(20901, 503, 'form'),
  network_timeout: entry(20902, 503, 'form'),
} as const

export type ErrorName = keyof typeof ERRORS
export type ErrorCode = (typeof ERRORS)[ErrorName]['code']

/**
 * Errors that the client makes itself. `offline`: the browser reports no connection. `unreachable`: network error, abort,
 * timeout, or a human-check script that did not load. Neither says anything about the token, which is kept.
 */
export const CLIENT_ERRORS = { offline: 1000, unreachable: 1002 } as const
export type ClientErrorName = keyof typeof CLIENT_ERRORS
/** Every error that a page may have to show. */
export type AnyErrorName = ErrorName | ClientErrorName

/** Keys of texts that belong to no server error. */
export type ClientErrorKey = 'network' | 'ut_empty'
export type ErrorKey = ErrorName | ClientErrorKey

const NAMES = new Map<number, ErrorName>(
  Object.entries(ERRORS).map(([name, { code }]) => [code, name as ErrorName]),
)

/** The name of a server's code; undefined for 0 and for a code that this version does not know. */
export const errorNameOfCode = (code: number): ErrorName | undefined => NAMES.get(code)
