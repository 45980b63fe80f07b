/** How a person authenticated. Stored with the session as `acr` and `amr`; the time is `proved_at`. */

/** Authentication method references of RFC 8176, section 2. */
export const AMR = {
  password: 'pwd',
  /** by mail, from an authenticator app, or of the recovery codes */
  oneTimeCode: 'otp',
  proofOfPossession: 'pop',
  userPresence: 'user',
  multipleFactors: 'mfa',
  /** at another identity provider: RFC 8176 has no value for it */
  federated: 'fed',
} as const

export type Amr = (typeof AMR)[keyof typeof AMR]

/** Authentication context classes, named as the levels of NIST SP 800-63B. */
export const ACR = { singleFactor: 'aal1', multipleFactors: 'aal2' } as const

export type Acr = (typeof ACR)[keyof typeof ACR]

export interface Authentication {
  readonly acr: Acr
  readonly amr: readonly Amr[]
}

export const byPassword: Authentication = { acr: ACR.singleFactor, amr: [AMR.password] }
/** A code that was sent to the mailbox of the account. */
export const byMailedCode: Authentication = { acr: ACR.singleFactor, amr: [AMR.oneTimeCode] }
export const byIdentityProvider: Authentication = { acr: ACR.singleFactor, amr: [AMR.federated] }
/** The authenticator verified its user, so a passkey is two factors. */
export const byPasskey: Authentication = {
  acr: ACR.multipleFactors,
  amr: [AMR.proofOfPossession, AMR.userPresence, AMR.multipleFactors],
}

/** The person is signed in; how, the session tells. */
export const byPresentSession: Authentication = { acr: ACR.singleFactor, amr: [] }

/** The authentication of a person who passed a second step after `first`. */
export function withSecondFactor(first: Authentication, ...second: readonly Amr[]): Authentication {
  return {
    acr: ACR.multipleFactors,
    amr: [...new Set<Amr>([...first.amr, ...second, AMR.multipleFactors])],
  }
}

/** A mailbox is no second factor: with it alone, the password can be reset. */
export function withMailedCode(first: Authentication): Authentication {
  return { ...first, amr: [...new Set<Amr>([...first.amr, AMR.oneTimeCode])] }
}

/**
 * A proof beside a recent one of the other kind: both count. A proof of the same kind again replaces what was proven, so that the
 * other kind does not stay recent without being proven again.
 */
export function withRecentProof(recent: readonly string[], proof: Authentication): Authentication {
  const others = recent.filter(name => name === AMR.password || name === AMR.oneTimeCode) as Amr[]
  const isOtherKind = others.length === 1 && !proof.amr.some(name => others.includes(name))
  return isOtherKind ? { ...proof, amr: [...others, ...proof.amr] } : proof
}

export type SignInMethod =
  | 'password'
  | 'captcha'
  | 'register'
  | 'reset'
  | 'enterprise'
  | 'passkey'
  | 'ticket'
  | `social.${string}`

/** A ticket has none of its own: its session gets that of the parent. */
const AUTHENTICATION_OF = {
  password: byPassword,
  enterprise: byPassword,
  captcha: byMailedCode,
  register: byMailedCode,
  reset: byMailedCode,
  passkey: byPasskey,
  ticket: { acr: ACR.singleFactor, amr: [] },
} satisfies Partial<Record<SignInMethod, Authentication>>

/** The authentication by the method alone. */
export const authenticationOf = (method: SignInMethod): Authentication =>
  method in AUTHENTICATION_OF
    ? AUTHENTICATION_OF[method as keyof typeof AUTHENTICATION_OF]
    : byIdentityProvider
