/**
 * Rate limits on guessing the password and the codes of an account (S-010, S-021, S-024). Every call counts with the same keys. A
 * browser that the owner has signed in from has keys of its own, so that a stranger cannot use up the owner's tries.
 */
import { BROWSER_COOKIE_DAYS, DAY_SECONDS } from '@kerf/contract/limits'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { LimitCount, RateLimit } from '../../platform/limits/rate-limiter.ts'

/** An account, or a name that no account has. */
export interface GuessingSubject {
  /** the uid, or a keyed hash */
  readonly key: string
  readonly isAccount: boolean
}

export const accountSubject = (uid: string): GuessingSubject => ({ key: uid, isAccount: true })

export const unknownSubject = (hash: Buffer): GuessingSubject => ({
  key: hash.toString('base64url'),
  isAccount: false,
})

/** The account of a subject, for `ApiError.aimedAt`. */
export const uidOf = ({ key, isAccount }: GuessingSubject): string | undefined =>
  isAccount ? key : undefined

/** The subject of a sign-in. `name`: what was typed, in canonical form, with its kind. */
export const signInSubject = (key: Buffer, uid: string | undefined, name: string): GuessingSubject =>
  uid === undefined ? unknownSubject(keyedHash(key, 'sign-in', name)) : accountSubject(uid)

const PASSWORD_WINDOWS = [
  { name: 'short', limit: 10, seconds: 900 },
  { name: 'long', limit: 25, seconds: 7200 },
]
const PASSWORDS_IN_A_ROW = 100
/** Anybody can invent names without an account, so their rows expire soon. */
const UNKNOWN_IN_A_ROW_SECONDS = 3 * DAY_SECONDS
/** A known browser expires after this time, and its rows with it. */
const KNOWN_BROWSER_IN_A_ROW_SECONDS = BROWSER_COOKIE_DAYS * DAY_SECONDS
/** Wrong codes over all scenes. */
const WRONG_CODES_A_DAY = { limit: 20, seconds: DAY_SECONDS }

export interface GuessingLimits {
  readonly passwords: readonly RateLimit[]
  /** until a success or a password reset */
  readonly passwordsInARow: RateLimit
  readonly wrongCodes: RateLimit
  readonly codeMailsKey: string
}

function inARowSeconds(isAccount: boolean, isKnownBrowser: boolean): number {
  if (isKnownBrowser) return KNOWN_BROWSER_IN_A_ROW_SECONDS
  return isAccount ? Number.POSITIVE_INFINITY : UNKNOWN_IN_A_ROW_SECONDS
}

/** `browser`: hash of a known browser's cookie; undefined: all other browsers together. */
export function guessingLimits({ key, isAccount }: GuessingSubject, browser?: Buffer): GuessingLimits {
  const counter = browser ? `${key}:${browser.toString('base64url')}` : key
  return {
    passwords: PASSWORD_WINDOWS.map(({ name, ...window }) => ({ key: `fail-${name}:${counter}`, ...window })),
    passwordsInARow: {
      key: `fail-row:${counter}`,
      limit: PASSWORDS_IN_A_ROW,
      seconds: inARowSeconds(isAccount, browser !== undefined),
    },
    wrongCodes: { key: `wrong:${counter}`, ...WRONG_CODES_A_DAY },
    codeMailsKey: `code:${counter}`,
  }
}

/** Limits of all known browsers of an account together. `reserve`: failures, or mails, that each browser may have past the limit. */
const KNOWN_BROWSERS = {
  passwords: { name: 'fail-known', limit: 100, reserve: 3 },
  codes: { name: 'wrong-known', limit: 60, reserve: 5 },
  mails: { name: 'mails-known', limit: 60, reserve: 1 },
} as const

/** How much an account may use up, by the start of the key: for operators. */
export const GUESSING_LIMITS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(PASSWORD_WINDOWS.map(({ name, limit }) => [`fail-${name}`, limit])),
  ...Object.fromEntries(Object.values(KNOWN_BROWSERS).map(({ name, limit }) => [name, limit])),
  'fail-row': PASSWORDS_IN_A_ROW,
  wrong: WRONG_CODES_A_DAY.limit,
}

const knownBrowsersKey = (kind: keyof typeof KNOWN_BROWSERS, { key }: GuessingSubject): string =>
  `${KNOWN_BROWSERS[kind].name}:${key}`

/**
 * The daily limit of all known browsers of an account together: many of them must not multiply the limit of one. A browser
 * below its reserve is counted and not refused, so that one known browser cannot lock the owner out of the others.
 * `ownKey`: key of the browser's own failures or mails.
 */
export function knownBrowsersLimit(
  kind: keyof typeof KNOWN_BROWSERS,
  subject: GuessingSubject,
  ownKey: string,
  counted: readonly LimitCount[] | null,
): RateLimit {
  const { limit, reserve } = KNOWN_BROWSERS[kind]
  const own = counted?.find(({ key }) => key === ownKey)?.points ?? 0
  return {
    key: knownBrowsersKey(kind, subject),
    limit: own < reserve ? Number.POSITIVE_INFINITY : limit,
    seconds: DAY_SECONDS,
  }
}

const passwordKeys = ({ passwords, passwordsInARow }: GuessingLimits): string[] =>
  [...passwords, passwordsInARow].map(({ key }) => key)

/**
 * Every key of guessed passwords and codes, with those of the browser. The keys of every known browser extend those of the
 * account by a colon.
 */
export const guessingKeys = (subject: GuessingSubject, browser?: Buffer): string[] => [
  knownBrowsersKey('passwords', subject),
  knownBrowsersKey('codes', subject),
  ...[undefined, ...(browser ? [browser] : [])].flatMap(one => {
    const limits = guessingLimits(subject, one)
    return [...passwordKeys(limits), limits.wrongCodes.key]
  }),
]

/** What a right password clears: from a known browser also everything that strangers counted. */
export function keysClearedByPassword(subject: GuessingSubject, knownBrowser: Buffer | undefined): string[] {
  if (knownBrowser === undefined) return [guessingLimits(subject).passwordsInARow.key]
  const own = guessingLimits(subject, knownBrowser)
  return [
    ...guessingKeys(subject),
    guessingLimits(subject).codeMailsKey,
    own.passwordsInARow.key,
    own.wrongCodes.key,
  ]
}

/** What a right code clears. It proves the mailbox, whichever browser it is typed in. */
export function keysClearedByCode(subject: GuessingSubject, knownBrowser: Buffer | undefined): string[] {
  if (knownBrowser === undefined) return guessingKeys(subject)
  return [...guessingKeys(subject, knownBrowser), guessingLimits(subject).codeMailsKey]
}
