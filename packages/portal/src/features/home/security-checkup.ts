/** What the security check-up says about an account. Pure functions. */
import { DAY_SECONDS } from '@kerf/contract/limits'

export interface CheckedAccount {
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
  readonly social: readonly { readonly channel: string }[]
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
export const hasOneWayIn = ({ hasPassword, hasPasskey, social }: CheckedAccount): boolean =>
  !hasPassword && !hasPasskey && social.length === 0

/**
 * How well a login is protected where nothing needs attention. A business account has no passkeys, so its second step is the best it
 * can have.
 */
export function rankProtection(account: {
  readonly hasPasskey: boolean
  readonly twoStep: boolean
  readonly isBusiness: boolean
}): 'good' | 'better' | 'best' {
  const { hasPasskey, twoStep, isBusiness } = account
  if (twoStep && (hasPasskey || isBusiness)) return 'best'
  return twoStep || hasPasskey ? 'better' : 'good'
}

/** `new`: somebody logged in elsewhere lately, and the owner has not recognized it; `unused`: a device was not used for long; otherwise `fine`. */
export function checkSessions<S extends CheckedSession>(
  sessions: readonly S[],
  now = Date.now() / 1000,
): { readonly state: 'new' | 'unused' | 'fine'; readonly session: S | undefined } {
  const others = sessions.filter(({ current }) => !current)
  const fresh = others
    .filter(({ firstLogin, recognized }) => !recognized && now - firstLogin < NEW_LOGIN_SECONDS)
    .sort((a, b) => b.firstLogin - a.firstLogin)[0]
  if (fresh) return { state: 'new', session: fresh }
  const unused = others.find(({ lastLogin }) => now - lastLogin > UNUSED_SECONDS)
  return unused ? { state: 'unused', session: unused } : { state: 'fine', session: undefined }
}
