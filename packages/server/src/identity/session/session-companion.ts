/**
 * The companion of a session is a second secret beside the token. Pages on the parent domain can read the token (D-2), but
 * not the companion: it is in an HttpOnly cookie of this host, or in the memory of the page that reauthenticated. A session
 * gets one when the person authenticates: at a sign-in with a credential and at a reauthentication, which replaces it. A
 * session that came by `ut`, ticket, host or header has none (S-131).
 */
import { SECOND_STEP_METHODS } from '@kerf/contract/endpoints/factors'
import { REAUTHENTICATION_TTL_SECONDS } from '@kerf/contract/limits'
import type { Caller } from '../../platform/audit/caller.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { lockAccount } from '../account/account-store.ts'
import { findAccount, findSecondFactor } from '../account/credential-store.ts'
import { ACR, AMR } from './authentication.ts'
import type { SessionClaims } from './session-claims.ts'
import { findCompanion, lockSession, type SessionKey } from './session-store.ts'

export interface Companion {
  /** as the browser or page receives it */
  readonly value: string
  readonly hash: Buffer
}

export function createCompanion(): Companion {
  const value = randomToken()
  return { value, hash: sha256(value) }
}

/** Whether the request comes from the browser or page in which the person authenticated. */
export async function hasCompanion(
  db: Queryable,
  { uid, handle }: SessionKey,
  { companionHashes: hashes }: Pick<Caller, 'companionHashes'>,
): Promise<boolean> {
  if (hashes.length === 0) return false
  const [found] = await findCompanion(db, { uid, handle, hashes })
  return found !== undefined
}

/**
 * Throws `proof_required` unless the person authenticated within the last ten minutes, in the browser or page that calls, and
 * with a second factor if the account has one. A stolen token alone is not enough, however recent the owner's authentication
 * is, nor is a password in a browser that needs no second step.
 */
export async function assertRecentAuthentication(
  db: Queryable,
  session: SessionKey & Pick<SessionClaims, 'authentication_age' | 'acr'>,
  caller: Pick<Caller, 'companionHashes'>,
): Promise<void> {
  const isRecent = session.authentication_age <= REAUTHENTICATION_TTL_SECONDS
  const [account] = await findSecondFactor(db, { uid: session.uid })
  const hasFactor = account?.second_factor === true
  const isStrong = !hasFactor || session.acr === ACR.multipleFactors
  if (isRecent && isStrong && (await hasCompanion(db, session, caller))) return
  throw new ApiError('proof_required', hasFactor ? { data: { methods: SECOND_STEP_METHODS } } : {})
}

/**
 * Throws `proof_required` without two recent proofs: a second factor or passkey, or the password and a code by email. Needed before a
 * way to log in is added that outlasts a new password, and before the email address changes: a thief of the password or of an open
 * browser adds none. `data.missing` names the missing proof. An enterprise account has the password only: its mailbox is shared.
 */
export async function assertTwoProofs(
  db: Queryable,
  session: SessionKey & Pick<SessionClaims, 'authentication_age' | 'acr' | 'amr' | 'kind'>,
  caller: Pick<Caller, 'companionHashes'>,
): Promise<void> {
  await assertRecentAuthentication(db, session, caller)
  if (session.acr === ACR.multipleFactors || session.kind === 'enterprise') return
  const proofs = new Set(session.amr)
  if (!proofs.has(AMR.oneTimeCode)) throw new ApiError('proof_required', { data: { missing: 'code' } })
  if (proofs.has(AMR.password) || proofs.has(AMR.federated)) return
  const [account] = await findAccount(db, { uid: session.uid })
  if (account?.password_hash != null) throw new ApiError('proof_required', { data: { missing: 'password' } })
}

/**
 * Within the transaction of a change, before it. Throws `expired_login` if the session has ended since the checks above. A password reset
 * and "this was not me" end all sessions and lock the account, too: they come first, or remove what the change adds.
 */
export async function lockAccountOfSession(tx: Queryable, { uid, handle }: SessionKey): Promise<void> {
  await lockAccount(tx, { uid })
  const [session] = await lockSession(tx, { uid, handle })
  if (!session) throw new ApiError('expired_login')
}
