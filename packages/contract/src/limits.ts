/** Every number of the specification (sections 4, 5, 7 and 9), once. Times in milliseconds unless named otherwise. */

export const PASSPORT_VERSION = '1.11.19'

export const VERIFICATION_CODE_RESEND_SECONDS = 60
export const VERIFICATION_CODE_DIGITS = 6
export const VERIFICATION_CODE_TTL_SECONDS = 600
export const VERIFICATION_CODE_TRIES_MAX = 5
export const NONCE_TTL_SECONDS = 600
export const HUMAN_TICKET_TTL_SECONDS = 300

/** Defaults of PASSWORD_MIN and PASSWORD_MAX, in code points. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 20
/** A password is hashed only up to this many UTF-8 bytes (S-005). */
export const PASSWORD_MAX_BYTES = 1024

export const REDEMPTION_CODE_LENGTH = 16
export const SERIAL_NUMBER_LENGTH = 23
export const NICKNAME_MAX = 30
export const INTRODUCTION_MAX = 200
export const EMAIL_MAX = 254
/** The first day a birthday may be. */
export const BIRTHDAY_EARLIEST = '1900-01-01'

export const REQUEST_TIMEOUT_MS = 60_000
export const ACTIVATION_TIMEOUT_MS = 10_000
export const EMBEDDED_RESULT_DELAY_MS = 500
export const TOAST_DURATION_MS = 3_000
export const LOADING_OVERLAY_DELAY_MS = 300
/** CSS pixels. */
export const LOGIN_LAYOUT_MIN_HEIGHT_PX = 520

export const YEAR_SECONDS = 365 * 24 * 3600
export const TOKEN_COOKIE_SECONDS = YEAR_SECONDS
export const LANGUAGE_COOKIE_SECONDS = YEAR_SECONDS
/** A session without "remember me" is dead after this long without a call. */
export const BROWSER_SESSION_IDLE_SECONDS = 24 * 3600
export const REAUTHENTICATION_TTL_SECONDS = 600
/** At most this many live sessions an account (S-052). */
export const SESSIONS_MAX = 50

/** Shortest return address that is looked at at all (specification 5). */
export const RETURN_URL_MIN = 7

/** Version thresholds of the specification. */
export const OLD_CLIENT_BELOW = '1.7'
export const TRAINING_NEEDED_FROM = '2.6.0'
export const PROCESS_BUTTON_ABOVE_DESKTOP = '2.0.89'
export const PROCESS_BUTTON_FROM_HANDHELD = '2.0.2'
