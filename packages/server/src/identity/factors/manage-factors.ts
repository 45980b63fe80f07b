/** The owner sets up, replaces and removes second factors. Each change is audited and mailed. */

import { HOUR_SECONDS } from '@kerf/contract/limits'
import { notifyOwner, type OwnerMail } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { drawQrCode } from '../../platform/qr-code/draw-qr-code.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type Credentials, findAccount, findSecondFactor } from '../account/credential-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import {
  assertRecentAuthentication,
  assertTwoProofs,
  lockAccountOfSession,
} from '../session/session-companion.ts'
import { forgetSecondSteps } from '../session/store/known-browser-store.ts'
import {
  createRecoveryCode,
  type FactorDependencies,
  RECOVERY_CODES,
  recoveryCodeHash,
  totpContext,
} from './factor-methods.ts'
import { stopFactorRemoval } from './factor-removal.ts'
import {
  confirmTotp,
  deleteRecoveryCodes,
  findTotp,
  insertRecoveryCodes,
  setSecondFactor,
  storePendingTotp,
} from './factor-store.ts'
import type { FactorTries } from './factor-tries.ts'
import { deleteFactors, type FactorOverview, factorOverview } from './remove-factors.ts'
import { base32, createTotpSecret, findTotpStep, totpUri } from './totp.ts'

export interface ManageFactorsDependencies extends FactorDependencies, Pick<PlatformServices, 'db' | 'mail'> {
  readonly tries: FactorTries
  /** name of the product that calls, for the authenticator app */
  readonly brandName: (caller: Caller) => string
}

/** A set-up that is not confirmed within this time starts again. */
const SETUP_TTL_SECONDS = HOUR_SECONDS

/** side of the square that the QR code's path fills */

export type ManageFactors = ReturnType<typeof createManageFactors>

export function createManageFactors(deps: ManageFactorsDependencies) {
  const { db, keys, clock, mail, tries, brandName } = deps

  /** Replaces the recovery codes within a transaction, and returns the new ones. */
  const replaceRecoveryCodes = async (tx: Queryable, uid: string): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode)
    await deleteRecoveryCodes(tx, { uid })
    await insertRecoveryCodes(tx, {
      uid,
      hashes: codes.map(code => recoveryCodeHash(keys.factor, uid, code)),
    })
    return codes
  }

  const requireAccount = async (on: Queryable, uid: string): Promise<Credentials> => {
    const [account] = await findAccount(on, { uid })
    if (!account) throw new ApiError('no_account')
    return account
  }

  /** Records a change within a transaction and notifies the owner. */
  const record = async (
    tx: Queryable,
    account: Credentials,
    event: string,
    content: OwnerMail,
    caller: Caller,
  ): Promise<void> => {
    await writeAudit(tx, { event, outcome: 'ok', uid: account.uid, ...auditContext(caller) })
    await notifyOwner(tx, mail, account, caller, content)
  }

  /** Without a check of who asks. `label`: the account's name in the app. */
  const startSetup = async (uid: string, label: string, caller: Caller) => {
    const secret = createTotpSecret()
    const pendingSecret = encrypt(keys.factor, secret, totpContext(uid))
    await storePendingTotp(db, { uid, pendingSecret, at: new Date(await clock.now()) })
    const uri = totpUri(secret, brandName(caller), label)
    return { secret: base32(secret), uri, qrCode: await drawQrCode(uri) }
  }

  /** Turns the second step on, within a transaction. Returns the recovery codes; undefined: the code is wrong. */
  const confirmSetup = async (
    tx: Queryable,
    account: Credentials,
    code: string,
    caller: Caller,
  ): Promise<string[] | undefined> => {
    const { uid } = account
    const atMs = await clock.now()
    const [totp] = await findTotp(tx, { uid })
    const pendingSecret = totp?.pending_secret
    if (!pendingSecret || (totp?.pending_at ?? 0) + SETUP_TTL_SECONDS < atMs / 1_000)
      throw new ApiError('expired')
    const step = findTotpStep(decrypt(keys.factor, pendingSecret, totpContext(uid)), code, atMs)
    if (step === undefined) return undefined
    const [confirmed] = await confirmTotp(tx, { uid, pendingSecret, step, at: new Date(atMs) })
    if (!confirmed) throw new ApiError('expired')
    await setSecondFactor(tx, { uid, isOn: true })
    await stopFactorRemoval(tx, mail, uid, caller)
    await forgetSecondSteps(tx, { uid, except: null })
    const codes = await replaceRecoveryCodes(tx, uid)
    await record(tx, account, 'factor.added', { template: 'factor_added' }, caller)
    return codes
  }

  return {
    startSetup,
    confirmSetup,

    read({ uid }: SessionClaims): Promise<FactorOverview> {
      return db.withConnection(on => factorOverview(on, mail, uid))
    },

    /** Throws `proof_required`. */
    async startTotp(session: SessionClaims, caller: Caller) {
      await assertTwoProofs(db, session, caller)
      const { email } = await requireAccount(db, session.uid)
      return startSetup(session.uid, session.enterprise_id ?? email, caller)
    },

    /**
     * Throws `proof_required`, `incorrect_code`, the errors of the human check, and `expired` if no set-up is in progress.
     */
    async confirmTotp(
      session: SessionClaims,
      { code, ticket }: { readonly code: string; readonly ticket?: string | undefined },
      caller: Caller,
    ) {
      await assertTwoProofs(db, session, caller)
      const { uid } = session
      await using attempt = await tries.start(uid, caller, { session: session.handle, ticket })
      const codes = await db.transaction(async tx => {
        await lockAccountOfSession(tx, session)
        return confirmSetup(tx, await requireAccount(tx, uid), code, caller)
      })
      if (!codes) return await attempt.rejectWrongCode()
      await attempt.succeeded()
      return { recoveryCodes: codes }
    },

    /** Does nothing if there is none, so that a retry succeeds. Throws `proof_required`, `authority`. */
    async removeTotp(session: SessionClaims, caller: Caller): Promise<void> {
      await assertRecentAuthentication(db, session, caller)
      const { uid } = session
      await db.transaction(async tx => {
        await lockAccountOfSession(tx, session)
        const [account] = await findSecondFactor(tx, { uid })
        if (account?.demanded) throw new ApiError('authority')
        if (!(await deleteFactors(tx, uid))) return
        await record(
          tx,
          await requireAccount(tx, uid),
          'factor.removed',
          { template: 'factor_removed' },
          caller,
        )
      })
    },

    /** Throws `proof_required`, and `authority` without an authenticator app. */
    async renewRecoveryCodes(session: SessionClaims, caller: Caller) {
      await assertRecentAuthentication(db, session, caller)
      const { uid } = session
      const recoveryCodes = await db.transaction(async tx => {
        await lockAccountOfSession(tx, session)
        const account = await requireAccount(tx, uid)
        if (!account.second_factor) throw new ApiError('authority')
        const codes = await replaceRecoveryCodes(tx, uid)
        // The lost sheet of codes may have been used to have a browser remembered.
        await forgetSecondSteps(tx, { uid, except: caller.browserHash ?? null })
        await record(tx, account, 'factor.recovery_codes', { template: 'recovery_codes_renewed' }, caller)
        return codes
      })
      return { recoveryCodes }
    },

    /** By a session alone: an owner must be able to stop it at once, and a stop gives nobody anything. */
    stopRemoval({ uid }: SessionClaims, caller: Caller): Promise<void> {
      return db.transaction(tx => stopFactorRemoval(tx, mail, uid, caller))
    },

    async forgetBrowsers({ uid }: SessionClaims, caller: Caller): Promise<void> {
      await db.transaction(async tx => {
        await forgetSecondSteps(tx, { uid, except: null })
        await writeAudit(tx, {
          event: 'factor.browsers_forgotten',
          outcome: 'ok',
          uid,
          ...auditContext(caller),
        })
      })
    },
  }
}
