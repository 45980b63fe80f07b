/** Confirms the identity of a signed-in person again, before a sensitive change (R-12, S-048). */

import { SECOND_STEP_METHODS, type SecondStepMethod } from '@kerf/contract/endpoints/factors'
import { REAUTHENTICATION_TTL_SECONDS } from '@kerf/contract/limits'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findSecondFactor } from '../account/credential-store.ts'
import type { FactorMethods } from '../factors/factor-methods.ts'
import { stopFactorRemoval } from '../factors/factor-removal.ts'
import type { FactorTries } from '../factors/factor-tries.ts'
import type { PasskeyCeremonies } from '../passkey/passkey-ceremonies.ts'
import type { AssertedPasskey } from '../passkey/verify-ceremony.ts'
import {
  assertCurrentPassword,
  type CurrentPasswordDependencies,
} from '../password/assert-current-password.ts'
import {
  type Authentication,
  byMailedCode,
  byPasskey,
  byPassword,
  byPresentSession,
  withRecentProof,
  withSecondFactor,
} from '../session/authentication.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { createCompanion, hasCompanion } from '../session/session-companion.ts'
import { markReauthenticated, type SessionKey } from '../session/session-store.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import type { SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'

export interface ReauthenticationDependencies
  extends CurrentPasswordDependencies,
    Pick<PlatformServices, 'keys' | 'mail'> {
  readonly codes: VerificationCodes
  readonly passkeys: Pick<PasskeyCeremonies, 'verifyAsserted' | 'recordUse'>
  readonly methods: FactorMethods
  readonly tries: FactorTries
}

export type Reauthentication =
  | { readonly password: string; readonly ticket?: string | undefined }
  | SubmittedCode
  | { readonly credential: AssertedPasskey }
  | { readonly method: SecondStepMethod; readonly code: string; readonly ticket?: string | undefined }

export function createReauthenticate(deps: ReauthenticationDependencies) {
  const { db, keys, mail, codes, passkeys, methods, tries } = deps

  /** Throws `expired`, `passkey_unknown`, `passkey_rejected`. */
  async function reauthenticateByPasskey(
    session: SessionKey & { readonly companionHash: Buffer },
    credential: AssertedPasskey,
    caller: Caller,
  ): Promise<void> {
    const { uid } = session
    const audit = { event: 'login.proof', uid, ...auditContext(caller), detail: { by: 'passkey' } } as const
    const refuse = () => writeAudit(db, { ...audit, outcome: 'refused' })
    const binding = { purpose: 'verify', browserHash: caller.browserHash } as const
    const use = await passkeys.verifyAsserted(credential, uid, binding).catch(async (error: unknown) => {
      if (error instanceof ApiError) await refuse()
      throw error
    })
    const isAccepted = await db.transaction(async tx => {
      if (!(await passkeys.recordUse(tx, use, caller))) return false
      await markReauthenticated(tx, { ...session, ...byPasskey })
      await writeAudit(tx, { ...audit, outcome: 'ok' })
      return true
    })
    if (isAccepted) return
    await refuse()
    throw new ApiError('passkey_rejected')
  }

  const bySecondFactor = async (
    session: SessionKey & { readonly companionHash: Buffer },
    { method, code, ticket }: Extract<Reauthentication, { method: string }>,
    caller: Caller,
  ): Promise<void> => {
    const { uid } = session
    const factor = methods[method]
    await using attempt = await tries.start(uid, caller, { session: session.handle, ticket })
    const isRight = await db.transaction(async tx => {
      const right = await factor.accept(tx, uid, code)
      if (right) {
        await markReauthenticated(tx, { ...session, ...withSecondFactor(byPresentSession, factor.amr) })
        await stopFactorRemoval(tx, mail, uid, caller)
      }
      await writeAudit(tx, {
        event: 'login.proof',
        outcome: right ? 'ok' : 'refused',
        uid,
        ...auditContext(caller),
        detail: { by: method },
      })
      return right
    })
    if (!isRight) await attempt.rejectWrongCode()
    await attempt.succeeded()
  }

  /**
   * Returns the session's new companion. Throws `second_factor_required` for a password or mailed code where the account has a
   * second factor, `incorrect_password`, `incorrect_code`, `code_expired`, and for a passkey `expired`, `passkey_unknown`,
   * `passkey_rejected`.
   */
  return async function reauthenticate(
    claims: SessionClaims,
    input: Reauthentication,
    caller: Caller,
  ): Promise<string> {
    const { uid, handle } = claims
    const companion = createCompanion()
    const session = { uid, handle, companionHash: companion.hash }
    if ('credential' in input) {
      await reauthenticateByPasskey(session, input.credential, caller)
      return companion.value
    }
    const audit = { event: 'login.proof', uid, ...auditContext(caller) } as const
    if ('method' in input) {
      await bySecondFactor(session, input, caller)
      return companion.value
    }
    const [account] = await findSecondFactor(db, { uid })
    if (account?.second_factor)
      throw new ApiError('second_factor_required', { data: { methods: SECOND_STEP_METHODS } })
    const isRecent =
      claims.authentication_age <= REAUTHENTICATION_TTL_SECONDS && (await hasCompanion(db, session, caller))
    const proven = (proof: Authentication) => (isRecent ? withRecentProof(claims.amr, proof) : proof)
    if ('password' in input) {
      await assertCurrentPassword(deps, uid, { ...input, field: 'password' }, caller).catch(async error => {
        await writeAudit(db, { ...audit, outcome: 'refused' })
        throw error
      })
      await db.transaction(async tx => {
        await markReauthenticated(tx, { ...session, ...proven(byPassword) })
        await writeAudit(tx, { ...audit, outcome: 'ok', detail: { by: 'password' } })
      })
      return companion.value
    }
    const receiver = accountReceiver(keys.receiver, uid)
    await using codeTry = await codes.startTry({ ...input, receiver, scene: 'verify', uid }, caller)
    const isCorrect = await db.transaction(async tx => {
      const accepted = await codeTry.tryCode(tx)
      if (accepted) await markReauthenticated(tx, { ...session, ...proven(byMailedCode) })
      await writeAudit(tx, { ...audit, outcome: accepted ? 'ok' : 'refused', detail: { by: 'code' } })
      return accepted
    })
    return isCorrect ? companion.value : codeTry.rejectWrongCode()
  }
}

export type Reauthenticate = ReturnType<typeof createReauthenticate>
