/** The release, and limits that more than one package knows. Each name carries its unit; lengths are in code points unless a comment says otherwise. */

export const PASSPORT_VERSION = '1.11.19'

export const VERIFICATION_CODE_RESEND_SECONDS = 60
export const VERIFICATION_CODE_DIGITS = 6
export const VERIFICATION_CODE_TTL_SECONDS = 600
export const VERIFICATION_CODE_TRIES_MAX = 5
export const NONCE_TTL_SECONDS = 600
export const HUMAN_TICKET_TTL_SECONDS = 300

/** Defaults of the settings PASSWORD_MIN and PASSWORD_MAX, in code points. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 20
/** Longer passwords are rejected before hashing (S-005). UTF-8. */
export const PASSWORD_MAX_BYTES = 1024

export const REDEMPTION_CODE_LENGTH = 16
export const SERIAL_NUMBER_LENGTH = 23
/** Longer input is not read as a redemption code or a serial number. Leaves room for separators and a pasted sentence. */
export const CODE_INPUT_MAX = 200
export const NICKNAME_MAX = 30
export const PASSKEY_NAME_LENGTH_MAX = 60
/** of an account */
export const PASSKEYS_MAX = 20
export const INTRODUCTION_MAX = 200
/** Uploaded avatars. */
export const HEADPIC_MAX_BYTES = 5 * 1024 * 1024
export const EMAIL_MAX = 254
/** The earliest accepted birthday. */
export const BIRTHDAY_EARLIEST = '1900-01-01'

export const REQUEST_TIMEOUT_MS = 60_000
export const ACTIVATION_TIMEOUT_MS = 10_000
export const EMBEDDED_RESULT_DELAY_MS = 500
export const TOAST_DURATION_MS = 3_000

export const HOUR_SECONDS = 3600
export const DAY_SECONDS = 24 * HOUR_SECONDS
export const YEAR_SECONDS = 365 * DAY_SECONDS
export const TOKEN_COOKIE_SECONDS = YEAR_SECONDS
/** Browsers cap the life of a cookie, here the one of a known browser. */
export const BROWSER_COOKIE_DAYS = 400
export const LANGUAGE_COOKIE_SECONDS = YEAR_SECONDS
/** A session expires after this time without a call: one with "remember me", and one without. */
export const REMEMBERED_SESSION_IDLE_SECONDS = YEAR_SECONDS
export const BROWSER_SESSION_IDLE_SECONDS = DAY_SECONDS
/** Of a person at a machine. */
export const MACHINE_SESSION_IDLE_SECONDS = 900
export const MACHINE_SESSION_MAX_SECONDS = 12 * HOUR_SECONDS
/** A one-time ticket. */
export const TICKET_TTL_SECONDS = 60
export const REAUTHENTICATION_TTL_SECONDS = 600
/** Until a new or removed second email address counts. */
export const SECOND_EMAIL_WAIT_SECONDS = 3 * DAY_SECONDS
/** How long lost factors can be removed once the wait is over, so that a forgotten removal is not a way in forever. */
export const REMOVAL_READY_SECONDS = 7 * DAY_SECONDS
/** Live sessions of one account (S-052). */
export const SESSIONS_MAX = 50

/** Shorter or longer return addresses are ignored. */
export const RETURN_URL_LENGTH_MIN = 7
export const RETURN_URL_LENGTH_MAX = 4096

/** App versions at which behavior changes. */
export const OLD_CLIENT_BELOW = '1.7'
export const TRAINING_NEEDED_FROM = '2.6.0'
export const PROCESS_BUTTON_ABOVE_DESKTOP = '2.0.89'
export const PROCESS_BUTTON_FROM_HANDHELD = '2.0.2'

/** Accounts that can be set aside in one browser, beside the chosen one. Bounds the size of their cookie (88 bytes each). */
export const KEPT_SESSIONS_MAX = 5
