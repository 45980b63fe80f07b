/** Sessions, as calls and use cases have them. */
import type { ErrorText } from '../../platform/errors/api-error.ts'

/** A live session and the facts of its account that access checks and handlers read. */
export interface SessionClaims {
  readonly uid: string
  /** public id of the session */
  readonly handle: string
  readonly remember: boolean
  /** seconds since the last authentication, by the database's clock */
  readonly authentication_age: number
  /** time of the last authentication, unix seconds with a fraction: `auth_time` of OpenID Connect */
  readonly authenticated_at: number
  /** class of the last authentication, see identity/session/authentication.ts */
  readonly acr: string
  /** methods of the last authentication (RFC 8176); empty if unknown */
  readonly amr: readonly string[]
  /** seconds since the session's last use */
  readonly idle: number
  readonly kind: 'personal' | 'enterprise'
  readonly status: 'active' | 'restricted' | 'banned'
  readonly nickname: string
  readonly headpic: string
  readonly country: string
  readonly region: string
  readonly enterprise_id: string | null
  /** the password is still the one that an operator set */
  readonly default_password: boolean
  /** the default password can no longer be postponed (D-7) */
  readonly must_change_password: boolean
}

export interface SessionCheck {
  /** The live session of a token, or undefined if the token is invalid. Rejects if the database is unreachable. */
  check(token: string): Promise<SessionClaims | undefined>
}

/** A new session, as the browser receives it. */
export interface IssuedSession {
  readonly utoken: string
  readonly uid: string
  readonly remember: boolean
  /** value of a new browser cookie; undefined if the browser already has one */
  readonly newBrowser: string | undefined
  /** the session's companion; undefined for a session by ticket */
  readonly companion: string | undefined
}

/** A sign-in whose first factor is proven and that waits for its second step: `data` of `second_factor_required`. */
export interface PendingSignIn {
  readonly flow: string
  readonly methods: readonly string[]
  /** for clients that cannot show the step; undefined: the text of the error */
  readonly text?: ErrorText
}

export type SignInOutcome = IssuedSession | PendingSignIn
