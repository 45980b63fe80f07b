/** What the security check-up says about an account. Pure functions. */
import { DAY_SECONDS } from '@kerf/contract/limits'

interface LoginWays {
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
  readonly social: readonly { readonly channel: string }[]
}

export interface CheckedAccount extends LoginWays {
  /** connected accounts, with the names of their services */
  readonly social: readonly { readonly channel: string; readonly name: string }[]
  /** whether a login needs a second step; undefined if it is not known */
  readonly twoStep: boolean | undefined
  /** a passkey is no longer accepted, because it may have been copied */
  readonly hasCopiedPasskey?: boolean
  /** unused recovery codes, if too few are left */
  readonly fewRecoveryCodes?: number | undefined
  /** a business account, whose only way in is its password */
  readonly business?: { readonly hasDefaultPassword: boolean }
}

export interface CheckedSession {
  readonly current: boolean
  /** Unix seconds */
  readonly firstLogin: number
  readonly lastLogin: number
  /** the owner has said that the login was theirs */
  readonly recognized: boolean
}

/** A login elsewhere is worth a look for so long. */
export const NEW_LOGIN_SECONDS = 3 * DAY_SECONDS
/** A device that was not used for so long had better be logged out. */
export const UNUSED_SECONDS = 90 * DAY_SECONDS

/** Without a password, a passkey and a connected account, a lost mailbox is a lost account. */
export const hasOneWayIn = ({ hasPassword, hasPasskey, social }: LoginWays): boolean =>
  !hasPassword && !hasPasskey && social.length === 0

export type Rank = 'good' | 'better' | 'best'

/**
 * How well a login is protected where nothing needs attention. A business account has no passkeys, so its second step is the best it
 * can have.
 */
export function rankProtection(account: {
  readonly hasPasskey: boolean
  readonly twoStep: boolean
  readonly isBusiness: boolean
}): Rank {
  const { hasPasskey, twoStep, isBusiness } = account
  if (twoStep && (hasPasskey || isBusiness)) return 'best'
  return twoStep || hasPasskey ? 'better' : 'good'
}

interface SessionsCheck<S> {
  readonly state: 'new' | 'unused' | 'fine'
  readonly session: S | undefined
}

/** `new`: somebody logged in elsewhere lately, and the owner has not recognized it; `unused`: a device was not used for long; otherwise `fine`. */
export function checkSessions<S extends CheckedSession>(
  sessions: readonly S[],
  now = Date.now() / 1000,
): SessionsCheck<S> {
  const others = sessions.filter(({ current }) => !current)
  const fresh = others
    .filter(({ firstLogin, recognized }) => !recognized && now - firstLogin < NEW_LOGIN_SECONDS)
    .sort((a, b) => b.firstLogin - a.firstLogin)[0]
  if (fresh) return { state: 'new', session: fresh }
  const unused = others.find(({ lastLogin }) => now - lastLogin > UNUSED_SECONDS)
  return unused ? { state: 'unused', session: unused } : { state: 'fine', session: undefined }
}

/** What to look at, the most urgent first. */
const ADVICE_KINDS = [
  'new-login',
  'copied-passkey',
  'default-password',
  'no-password',
  'few-codes',
  'unused-device',
] as const
export type AdviceKind = (typeof ADVICE_KINDS)[number]

export interface Assessment<S> {
  readonly isOneWay: boolean
  readonly isDefaultPassword: boolean
  /** undefined while the sessions are not known */
  readonly sessions: SessionsCheck<S> | undefined
  readonly advices: readonly AdviceKind[]
  /** how well the account is protected where there is nothing to look at */
  readonly rank: Rank
}

export function assessAccount<S extends CheckedSession>(
  account: CheckedAccount,
  sessions: readonly S[] | undefined,
): Assessment<S> {
  const isOneWay = hasOneWayIn(account)
  const isDefaultPassword = account.business?.hasDefaultPassword === true
  const checked = sessions && checkSessions(sessions)
  const found: Readonly<Record<AdviceKind, boolean>> = {
    'new-login': checked?.state === 'new',
    'copied-passkey': account.hasCopiedPasskey === true,
    'default-password': isDefaultPassword,
    'no-password': isOneWay && !isDefaultPassword,
    'few-codes': account.fewRecoveryCodes !== undefined,
    'unused-device': checked?.state === 'unused',
  }
  return {
    isOneWay,
    isDefaultPassword,
    sessions: checked,
    advices: ADVICE_KINDS.filter(kind => found[kind]),
    rank: rankProtection({
      hasPasskey: account.hasPasskey,
      twoStep: account.twoStep === true,
      isBusiness: account.business !== undefined,
    }),
  }
}
