/**
 * The error catalogue (specification 8, decisions 5): every code that a call may answer, with its HTTP status,
 * the key of its text and what the portal does with it. The texts lie in `locales/{en,zh}/errors.json`;
 * `locales/error-texts.ts` does not compile while a key lacks one.
 */

/**
 * What the portal does when a call ends so:
 * `field`: beside the field it concerns; `form`: above the form's button; `toast`: a passing notice;
 * `sign-out`: token cleared, one toast, one redirect; `proof`: ask for a fresh proof, then repeat the call.
 */
export type PortalAction = 'field' | 'form' | 'toast' | 'sign-out' | 'proof'

export interface CatalogueEntry {
  readonly status: number
  readonly key: string
  readonly action: PortalAction
}

const entry = <const K extends string>(status: number, key: K, action: PortalAction) =>
  ({ status, key, action }) as const

/** Codes answered by the server. 0 is success and is not listed. */
export const CATALOGUE = {
  20001: entry(400, 'bad_request', 'form'),
  20101: entry(401, 'expired_login', 'sign-out'),
  20102: entry(403, 'authority', 'toast'),
  20103: entry(403, 'restricted', 'form'),
  20104: entry(403, 'account_ban', 'form'),
  20105: entry(403, 'ip_ban', 'form'),
  20107: entry(403, 'proof_required', 'proof'),
  20111: entry(401, 'incorrect_account', 'form'),
  20112: entry(403, 'incorrect_password', 'field'),
  20113: entry(404, 'no_account', 'field'),
  20114: entry(404, 'email_no_account', 'field'),
  20115: entry(409, 'has_account', 'form'),
  20116: entry(409, 'email_has_taken', 'field'),
  20117: entry(422, 'invalid_email', 'field'),
  20118: entry(422, 'password_inconsistency', 'field'),
  20119: entry(422, 'password_too_common', 'field'),
  20120: entry(422, 'information_out', 'form'),
  20201: entry(422, 'incorrect_code', 'field'),
  20202: entry(429, 'captcha_frequency', 'form'),
  20203: entry(410, 'code_expired', 'field'),
  20204: entry(403, 'human_verification_required', 'form'),
  20205: entry(422, 'human_verification_failed', 'form'),
  20206: entry(410, 'expired', 'form'),
  20301: entry(404, 'invalid_redemption_code', 'field'),
  20302: entry(410, 'expired_redemption_code', 'field'),
  20303: entry(409, 'used_redemption_code', 'field'),
  20401: entry(403, 'social_authorization_failed', 'form'),
  20402: entry(409, 'social_already_bound', 'form'),
  20403: entry(409, 'email_has_connected', 'field'),
  20404: entry(409, 'last_sign_in_method', 'form'),
  20429: entry(429, 'too_many_requests', 'form'),
  20501: entry(422, 'invalid_device_sn', 'field'),
  20502: entry(403, 'training_not_finished', 'form'),
  20503: entry(403, 'certificate_not_earned', 'form'),
  20601: entry(415, 'file_type', 'form'),
  20602: entry(413, 'file_size', 'form'),
  20901: entry(503, 'system', 'form'),
  20902: entry(503, 'network_timeout', 'form'),
} as const satisfies Record<number, CatalogueEntry>

export type ErrorCode = keyof typeof CATALOGUE

/** Answered only for a token proved dead; never for a fault of ours (S-050). */
export const TOKEN_EXPIRED = 20101
/** Made by the client: the browser is offline. Shown as `network`. */
export const CLIENT_OFFLINE = 1000
/** Made by the client: network error, abort or time-out, and a human-check script that did not load. */
export const CLIENT_NETWORK = 1002

export type ClientErrorCode = typeof CLIENT_OFFLINE | typeof CLIENT_NETWORK

/** Text keys that belong to no server code but to the client's own states (specification 8). */
export type ClientErrorKey = 'network' | 'network_timeout' | 'expired_login' | 'ut_empty'

export type ErrorKey = (typeof CATALOGUE)[ErrorCode]['key'] | ClientErrorKey

/** The catalogue's entry for a code, or undefined for one that this version does not know. */
export function catalogueEntry(code: number): CatalogueEntry | undefined {
  return Object.hasOwn(CATALOGUE, code) ? CATALOGUE[code as ErrorCode] : undefined
}
