/** The second step of a sign-in: a code of a second factor completes what the first factor began. */
import { timingSafeEqual } from 'node:crypto'
import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import { VERIFICATION_CODE_RESEND_SECONDS } from '@kerf/contract/limits'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SignInOutcome } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { lockAccount } from '../account/account-store.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import { maskEmail } from '../account/email-address.ts'
import type { PasskeyCeremonies } from '../passkey/passkey-ceremonies.ts'
import { listPasskeyRows } from '../passkey/passkey-store.ts'
import type { AssertedPasskey } from '../passkey/verify-ceremony.ts'
import {
  type Amr,
  authenticationOf,
  byPasskey,
  withMailedCode,
  withSecondFactor,
} from '../session/authentication.ts'
import type { IssueSession, SignIn } from '../session/issue-session.ts'
import {
  consumeSignInFlow,
  countFlowTry,
  FLOW_TRIES_MAX,
  findSignInFlow,
  type SignInFlowRow,
  type TriedFlowRow,
} from '../session/sign-in-flow-store.ts'
import { type FactorMethods, listMethods } from './factor-methods.ts'
import {
  consumeRemoval,
  findRemovalTime,
  isRemovalReady,
  startRecovery,
  stopRecovery,
} from './factor-recovery.ts'
import { countRecoveryCodes, rememberSecondStep } from './factor-store.ts'
import type { FactorTries } from './factor-tries.ts'
import { countLoginCode, type LoginCodePurpose, loginCodeHash, mailLoginCode } from './login-code.ts'
import type { ManageFactors } from './manage-factors.ts'
import { removeFactors } from './remove-factors.ts'
import {
  flowBrowserHashes,
  type PendingLink,
  passwordDigest,
  readStoredSignIn,
  type StartSignIn,
  type StoredSignIn,
} from './start-sign-in.ts'

export interface SecondStepDependencies {
  readonly db: Database
  readonly keys: Pick<Keys, 'factor'>
  readonly mail: MailDependencies
  readonly limiter: RateLimiter
  readonly methods: FactorMethods
  readonly tries: FactorTries
  readonly passkeys: Pick<PasskeyCeremonies, 'requestOptions' | 'verifyAsserted' | 'recordUse'>
  readonly issueSession: IssueSession
  readonly startSignIn: StartSignIn
  readonly setup: Pick<ManageFactors, 'startSetup' | 'confirmSetup'>
  /** Connects the identity of a social sign-in, within the transaction. */
  readonly connectIdentity: (
    tx: Queryable,
    account: Credentials,
    link: PendingLink,
    caller: Caller,
  ) => Promise<void>
}

export interface SecondStepInput {
  readonly flow: string
  readonly method: LoginStepMethod
  /** of every method but `passkey` */
  readonly code?: string | undefined
  /** of method `passkey` */
  readonly credential?: AssertedPasskey | undefined
  readonly rememberBrowser: boolean
  /** of the human check */
  readonly ticket?: string | undefined
}

const REMEMBERED_SECONDS = 30 * 86_400

/** What a login waits for, and what was given. */
interface Waiting {
  readonly row: TriedFlowRow
  readonly stored: StoredSignIn
  /** a verified use of a passkey */
  readonly use: Awaited<ReturnType<PasskeyCeremonies['verifyAsserted']>> | undefined
}

export type SecondStep = ReturnType<typeof createSecondStep>

export function createSecondStep(deps: SecondStepDependencies) {
  const {
    db,
    keys,
    mail,
    limiter,
    methods,
    tries,
    passkeys,
    issueSession,
    startSignIn,
    setup,
    connectIdentity,
  } = deps
  const key = keys.factor

  /** The password that was verified must still be the account's. */
  const assertSamePassword = ({ passwordDigest: digest }: StoredSignIn, account: Credentials): void => {
    if (digest !== null && digest !== passwordDigest(account.password_hash ?? ''))
      throw new ApiError('expired')
  }

  /** A person with the password and without the second factor: the owner is notified, once a day. */
  const notifyTriesUsedUp = async (account: Credentials, caller: Caller): Promise<void> => {
    const { uid } = account
    const mails = await limiter.count({ key: `factor-mail:${uid}`, seconds: 86_400 }).catch(() => 1)
    if (mails === 1) await notifyOwner(db, mail, account, caller, { template: 'second_step_failed' })
  }

  const hashesOf = (flow: string, caller: Caller) => ({
    hash: sha256(flow),
    browserHashes: flowBrowserHashes(key, caller),
  })

  /** The waiting login of this browser with its account. Throws `expired`. */
  const requireFlow = async (flow: string, caller: Caller) => {
    const [waiting] = await findSignInFlow(db, hashesOf(flow, caller))
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
  ): Promise<LoginCodePurpose | undefined> => {
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
    purpose: LoginCodePurpose | undefined,
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
    await countLoginCode(limiter, account.uid)
    await db.transaction(tx => mailLoginCode(tx, { mail, key }, { flow, purpose }, account, caller))
    return { wait: VERIFICATION_CODE_RESEND_SECONDS }
  }

  /** Starts the waiting time of lost factors. Throws `expired`, `too_many_requests`. */
  async function startRemoval({ flow }: { readonly flow: string }, caller: Caller) {
    const { account, stored } = await requireFlow(flow, caller)
    if (stored.purpose || !account.second_factor) throw new ApiError('expired')
    return { removalAt: await startRecovery(db, { mail, limiter }, account, caller) }
  }

  const finish = async (
    tx: Queryable,
    input: SecondStepInput,
    stored: StoredSignIn,
    account: Credentials,
    caller: Caller,
  ): Promise<SignInOutcome> => {
    const { method } = input
    const [consumed] = await consumeSignInFlow(tx, { hash: sha256(input.flow) })
    if (!consumed) throw new ApiError('expired')
    assertSamePassword(stored, account)
    const { uid, email, lang, password_hash: currentHash } = account
    const passwordHash = stored.passwordDigest === null ? null : currentHash
    const signIn = { uid, email, lang, ...stored.signIn, passwordHash }
    const { link } = stored
    if (method === 'lost') {
      // A login by mailed code has proven the mailbox twice, and not the password: nothing is connected (S-146).
      const isLinkProven = passwordHash !== null || currentHash === null
      return finishRemoval(tx, signIn, isLinkProven ? link : null, account, caller)
    }
    if (link) await connectIdentity(tx, account, link, caller)
    const first = authenticationOf(stored.signIn.method)
    const authentication =
      method === 'mail' ? withMailedCode(first) : withSecondFactor(first, ...amrOf(method))
    const issued = await issueSession({ ...signIn, authentication }, caller, tx)
    const browserHash = caller.browserHash ?? sha256(issued.newBrowser ?? '')
    if (input.rememberBrowser && method !== 'mail')
      await rememberSecondStep(tx, { uid, browserHash, seconds: REMEMBERED_SECONDS })
    if (method !== 'mail') await stopRecovery(tx, mail, uid, caller)
    if (method === 'recovery') {
      const [codes] = await countRecoveryCodes(tx, { uid })
      await notifyOwner(tx, mail, account, caller, {
        template: 'recovery_code_used',
        left: codes?.unused ?? 0,
      })
    }
    return issued
  }

  const amrOf = (method: Exclude<LoginStepMethod, 'mail' | 'lost'>): readonly Amr[] => {
    if (method === 'passkey') return byPasskey.amr
    // The first code of an app that was set up is one of the app.
    return [methods[method === 'setup' ? 'totp' : method].amr]
  }

  /** The factors are gone. Where an operator demands one, the login goes on with its set-up. */
  const finishRemoval = async (
    tx: Queryable,
    signIn: SignIn,
    link: PendingLink | null,
    account: Credentials,
    caller: Caller,
  ): Promise<SignInOutcome> => {
    const { uid } = account
    const { sessionsEnded } = await removeFactors(tx, uid)
    await writeAudit(tx, {
      event: 'factor.removed',
      outcome: 'ok',
      uid,
      ...auditContext(caller),
      detail: { lost: true, sessionsEnded },
    })
    await notifyOwner(tx, mail, account, caller, { template: 'factor_removed' })
    const [left] = await findAccount(tx, { uid })
    if (!left) throw new ApiError('expired')
    const outcome = await startSignIn(signIn, left, caller, { tx, link, isMailboxProven: true })
    if (link && !('flow' in outcome)) await connectIdentity(tx, left, link, caller)
    return outcome
  }

  /** Only an account without a factor may set one up while it signs in: with the password alone, nobody may replace an authenticator app. */
  const canSetUp = ({ second_factor, second_factor_demanded }: Credentials): boolean =>
    second_factor_demanded && !second_factor

  /** Throws `expired`. */
  async function startSetup({ flow }: { readonly flow: string }, caller: Caller) {
    const { account } = await requireFlow(flow, caller)
    if (!canSetUp(account)) throw new ApiError('expired')
    return setup.startSetup(account.uid, account.email, caller)
  }

  /** The ceremony belongs to this login. */
  const bindingOf = (flow: string, browserHash: Buffer | undefined) =>
    ({ purpose: 'step', browserHash, receiver: sha256(flow) }) as const

  /** Throws `expired`, and `not_found` without a passkey. */
  async function passkeyOptions({ flow }: { readonly flow: string }, browserHash: Buffer, caller: Caller) {
    const { account } = await requireFlow(flow, caller)
    const usable = (await listPasskeyRows(db, { uid: account.uid })).filter(row => !row.is_suspended)
    if (usable.length === 0) throw new ApiError('not_found')
    return passkeys.requestOptions(bindingOf(flow, browserHash), account.uid, usable)
  }

  /** Whether the code is the one that was mailed last. */
  const isMailedCode = ({ flow, code = '' }: SecondStepInput, { mail_code_hash }: TriedFlowRow): boolean =>
    mail_code_hash !== null && timingSafeEqual(mail_code_hash, loginCodeHash(key, flow, code))

  /** Undefined: the code is wrong. `recoveryCodes`: of an app that was set up. */
  const accept = async (
    tx: Queryable,
    input: SecondStepInput,
    { row, stored, account, use }: Waiting & { readonly account: Credentials },
    caller: Caller,
  ): Promise<{ readonly recoveryCodes?: readonly string[] } | undefined> => {
    const { method, code = '' } = input
    const { uid } = account
    if (use) return (await passkeys.recordUse(tx, use, caller)) ? {} : undefined
    if (method === 'passkey') return undefined
    if ((method === 'mail') !== (stored.purpose !== undefined)) throw new ApiError('expired')
    if (method === 'mail') {
      // An account that got a factor meanwhile is asked for that one.
      if (account.second_factor || account.second_factor_demanded) throw new ApiError('expired')
      return isMailedCode(input, row) ? {} : undefined
    }
    if (method === 'lost') {
      if (!isMailedCode(input, row)) return undefined
      // Of this and a stop at the same moment, one finds the row.
      if (!(await consumeRemoval(tx, mail, uid))) throw new ApiError('expired')
      return {}
    }
    if (method !== 'setup') return (await methods[method].accept(tx, uid, code)) ? {} : undefined
    if (!canSetUp(account)) throw new ApiError('expired')
    const recoveryCodes = await setup.confirmSetup(tx, account, code, caller)
    return recoveryCodes && { recoveryCodes }
  }

  /**
   * Throws `expired`, `incorrect_code`, `too_many_requests`, the errors of the human check, and as `issueSession` does. After a
   * removal of lost factors the login may wait again.
   */
  async function passSecondStep(
    input: SecondStepInput,
    caller: Caller,
  ): Promise<{ readonly signedIn: SignInOutcome; readonly recoveryCodes?: readonly string[] }> {
    const { method, flow, credential } = input
    const hashes = hashesOf(flow, caller)
    const [waiting] = await findSignInFlow(db, hashes)
    if (!waiting) throw new ApiError('expired')
    const missing = method === 'passkey' ? !credential && 'credential' : input.code === undefined && 'code'
    if (missing) throw new ApiError('bad_request', { fields: { [missing]: 'required' } })
    const { uid } = waiting
    await using attempt = await tries.start(uid, caller, { ticket: input.ticket })
    const [row] = await countFlowTry(db, hashes)
    if (!row) {
      await attempt.withdraw()
      throw new ApiError('expired')
    }
    const stored = readStoredSignIn(key, row.encrypted_data)
    const audit = { event: 'login.second_step', uid, ...auditContext(caller), detail: { method } } as const
    const use =
      method === 'passkey' && credential
        ? await passkeys
            .verifyAsserted(credential, uid, bindingOf(flow, caller.browserHash))
            .catch(async (error: unknown) => {
              if (error instanceof ApiError) await writeAudit(db, { ...audit, outcome: 'refused' })
              throw error
            })
        : undefined
    const outcome = await db.transaction(async tx => {
      // Two set-ups at once: the second one finds the factor of the first. A removal ends sessions that start at this moment.
      if (method === 'setup' || method === 'lost') await lockAccount(tx, { uid })
      const [account] = await findAccount(tx, { uid })
      if (!account) throw new ApiError('expired')
      const accepted = await accept(tx, input, { row, stored, use, account }, caller)
      await writeAudit(tx, { ...audit, outcome: accepted ? 'ok' : 'refused' })
      if (!accepted) return { account }
      return {
        account,
        passed: { signedIn: await finish(tx, input, stored, account, caller), ...accepted },
      }
    })
    if (outcome.passed) {
      await attempt.succeeded()
      return outcome.passed
    }
    // The passkey may be a copy: it is suspended.
    if (use) throw new ApiError('passkey_rejected', { target: uid })
    if (row.tries >= FLOW_TRIES_MAX) await notifyTriesUsedUp(outcome.account, caller)
    return await attempt.rejectWrongCode()
  }

  return { passkeyOptions, describe, sendCode, startRemoval, startSetup, passSecondStep }
}
