/**
 * What a login that waits for its second step may ask: its methods, a code by mail, the removal of lost factors, the set-up of an
 * authenticator app, a passkey ceremony. How long it waits, and how many tries it has: `waiting-sign-in-store.ts`.
 */
import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import { VERIFICATION_CODE_RESEND_SECONDS } from '@kerf/contract/limits'
import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import { maskEmail } from '../account/email-address.ts'
import { type FactorMethods, listMethods } from '../factors/factor-methods.ts'
import { findRemovalTime, isRemovalReady, startFactorRemoval } from '../factors/factor-removal.ts'
import type { ManageFactors } from '../factors/manage-factors.ts'
import type { PasskeyCeremonies } from '../passkey/passkey-ceremonies.ts'
import { listPasskeyRows } from '../passkey/passkey-store.ts'
import { countSecondStepMail, mailSecondStepCode, type SecondStepPurpose } from './second-step-mail.ts'
import { flowBrowserHashes, passwordDigest, readStoredSignIn, type StoredSignIn } from './start-sign-in.ts'
import { findSignInFlow, type SignInFlowRow } from './waiting-sign-in-store.ts'

export interface WaitingSignInDependencies
  extends Pick<PlatformServices, 'db' | 'keys' | 'mail' | 'limiter'> {
  readonly methods: FactorMethods
  readonly passkeys: Pick<PasskeyCeremonies, 'requestOptions'>
  readonly setup: Pick<ManageFactors, 'startSetup'>
}

/** Identifies a waiting login of this browser. */
export const flowKey = (key: Buffer, flow: string, caller: Caller) => ({
  hash: sha256(flow),
  browserHashes: flowBrowserHashes(key, caller),
})

/** The password that was verified must still be the account's. */
export function assertSamePassword({ passwordDigest: digest }: StoredSignIn, account: Credentials): void {
  if (digest !== null && digest !== passwordDigest(account.password_hash ?? '')) throw new ApiError('expired')
}

/** Only an account without a factor may set one up while it signs in: with the password alone, nobody may replace an authenticator app. */
export const canSetUp = ({ second_factor, second_factor_demanded }: Credentials): boolean =>
  second_factor_demanded && !second_factor

/** The ceremony belongs to this login. */
export const ceremonyOfFlow = (flow: string, browserHash: Buffer | undefined) =>
  ({ purpose: 'step', browserHash, receiver: sha256(flow) }) as const

export type WaitingSignIns = ReturnType<typeof createWaitingSignIns>

export function createWaitingSignIns(deps: WaitingSignInDependencies) {
  const { db, keys, mail, limiter, methods, passkeys, setup } = deps
  const key = keys.factor

  /** The waiting login of this browser with its account. Throws `expired`. */
  const requireFlow = async (flow: string, caller: Caller) => {
    const [waiting] = await findSignInFlow(db, flowKey(key, flow, caller))
    const [account] = waiting ? await findAccount(db, { uid: waiting.uid }) : []
    if (!waiting || !account) throw new ApiError('expired')
    const stored = readStoredSignIn(key, waiting.encrypted_data)
    assertSamePassword(stored, account)
    return { waiting, account, stored }
  }

  /** The code by mail that the login waits for: of a new country, a connection, or a removal whose time has come. */
  const purposeOf = async (
    { purpose }: StoredSignIn,
    { uid, second_factor }: Credentials,
  ): Promise<SecondStepPurpose | undefined> => {
    if (purpose) return second_factor ? undefined : purpose
    return second_factor && (await isRemovalReady(db, mail, uid)) ? 'lost' : undefined
  }

  const secondsToWait = ({ mail_age }: SignInFlowRow): number =>
    mail_age === null ? 0 : Math.max(0, Math.ceil(VERIFICATION_CODE_RESEND_SECONDS - mail_age))

  /** Throws `expired`. */
  async function describe({ flow }: { readonly flow: string }, caller: Caller) {
    const { waiting, account, stored } = await requireFlow(flow, caller)
    const purpose = await purposeOf(stored, account)
    return {
      methods: await methodsOf(account, purpose),
      purpose: purpose ?? null,
      receiver: maskEmail(account.email),
      wait: secondsToWait(waiting),
      removalAt: account.second_factor ? await findRemovalTime(db, mail, account.uid) : null,
    }
  }

  const methodsOf = async (
    account: Credentials,
    purpose: SecondStepPurpose | undefined,
  ): Promise<LoginStepMethod[]> => {
    if (canSetUp(account)) return ['setup']
    const own = await listMethods(methods, db, account.uid)
    if (purpose === 'lost') return [...own, 'lost']
    return purpose ? ['mail', ...own.filter(method => method === 'passkey')] : own
  }

  /** Throws `expired`, `captcha_frequency`, `too_many_requests`. */
  async function sendCode({ flow }: { readonly flow: string }, caller: Caller) {
    const { waiting, account, stored } = await requireFlow(flow, caller)
    const purpose = await purposeOf(stored, account)
    if (!purpose) throw new ApiError('expired')
    const wait = secondsToWait(waiting)
    if (wait > 0) throw new ApiError('captcha_frequency', { retryAfter: wait })
    await countSecondStepMail(limiter, account.uid)
    await db.transaction(tx => mailSecondStepCode(tx, { mail, key }, { flow, purpose }, account, caller))
    return { wait: VERIFICATION_CODE_RESEND_SECONDS }
  }

  /** Starts the waiting time of lost factors. Throws `expired`, `too_many_requests`. */
  async function startRemoval({ flow }: { readonly flow: string }, caller: Caller) {
    const { account, stored } = await requireFlow(flow, caller)
    if (stored.purpose || !account.second_factor) throw new ApiError('expired')
    return { removalAt: await startFactorRemoval(db, { mail, limiter }, account, caller) }
  }

  /** Throws `expired`. */
  async function startSetup({ flow }: { readonly flow: string }, caller: Caller) {
    const { account } = await requireFlow(flow, caller)
    if (!canSetUp(account)) throw new ApiError('expired')
    return setup.startSetup(account.uid, account.email, caller)
  }

  /** Throws `expired`, and `not_found` without a passkey. */
  async function passkeyOptions({ flow }: { readonly flow: string }, browserHash: Buffer, caller: Caller) {
    const { account } = await requireFlow(flow, caller)
    const usable = (await listPasskeyRows(db, { uid: account.uid })).filter(row => !row.is_suspended)
    if (usable.length === 0) throw new ApiError('not_found')
    return passkeys.requestOptions(ceremonyOfFlow(flow, browserHash), account.uid, usable)
  }

  return { passkeyOptions, describe, sendCode, startRemoval, startSetup }
}
