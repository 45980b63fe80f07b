/** Ends the second step of a sign-in: a code or a passkey completes what the first factor began. */

import { timingSafeEqual } from 'node:crypto'
import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import { DAY_SECONDS } from '@kerf/contract/limits'
import { notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { lockAccount } from '../account/account-store.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import type { FactorMethod, FactorMethods } from '../factors/factor-methods.ts'
import { consumeRemoval, stopFactorRemoval } from '../factors/factor-removal.ts'
import { countRecoveryCodes, rememberSecondStep } from '../factors/factor-store.ts'
import type { FactorTries } from '../factors/factor-tries.ts'
import type { ManageFactors } from '../factors/manage-factors.ts'
import { removeFactors } from '../factors/remove-factors.ts'
import type { PasskeyCeremonies } from '../passkey/passkey-ceremonies.ts'
import type { AssertedPasskey } from '../passkey/verify-ceremony.ts'
import {
  type Amr,
  authenticationOf,
  byPasskey,
  withMailedCode,
  withSecondFactor,
} from '../session/authentication.ts'
import type { IssueSession, SignIn } from '../session/issue-session.ts'
import type { SignInOutcome } from '../session/session-claims.ts'
import { secondStepCodeHash } from './second-step-mail.ts'
import { type PendingLink, readStoredSignIn, type StartSignIn, type StoredSignIn } from './start-sign-in.ts'
import { assertSamePassword, canSetUp, ceremonyOfFlow, flowKey } from './waiting-sign-in.ts'
import {
  consumeSignInFlow,
  countFlowTry,
  FLOW_TRIES_MAX,
  findSignInFlow,
  type TriedFlowRow,
} from './waiting-sign-in-store.ts'

export interface PassSecondStepDependencies
  extends Pick<PlatformServices, 'db' | 'keys' | 'mail' | 'limiter'> {
  readonly methods: FactorMethods
  readonly tries: FactorTries
  readonly passkeys: Pick<PasskeyCeremonies, 'verifyAsserted' | 'recordUse'>
  readonly issueSession: IssueSession
  readonly startSignIn: StartSignIn
  readonly setup: Pick<ManageFactors, 'confirmSetup'>
  /** Links the identity of a social sign-in, within the transaction. */
  readonly linkIdentity: LinkIdentity
}

export type LinkIdentity = (
  tx: Queryable,
  account: Credentials,
  link: PendingLink,
  caller: Caller,
) => Promise<void>

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

const REMEMBERED_SECONDS = 30 * DAY_SECONDS

/** What a login waits for, and what was given. */
interface Step {
  readonly input: SecondStepInput
  readonly row: TriedFlowRow
  readonly stored: StoredSignIn
  readonly account: Credentials
  /** a verified use of a passkey */
  readonly use: Awaited<ReturnType<PasskeyCeremonies['verifyAsserted']>> | undefined
}

/** A right answer. `recoveryCodes` belong to an app that was set up in this step. */
interface Accepted {
  readonly recoveryCodes?: readonly string[]
}

interface StepMethod {
  /** Returns undefined for a wrong answer. Throws `expired` if the account may not use the method now. */
  accept(tx: Queryable, step: Step, caller: Caller): Promise<Accepted | undefined>
  /** what the method proves; absent: no second factor */
  readonly amr?: readonly Amr[]
  /**
   * If two set-ups run at once, the second one finds the factor of the first. A removal also ends sessions that start at
   * this moment.
   */
  readonly locksAccount?: true
}

const acceptedIf = (isRight: boolean): Accepted | undefined => (isRight ? {} : undefined)

const byFactor = ({ accept, amr }: FactorMethod): StepMethod => ({
  accept: async (tx, { input, account }) => acceptedIf(await accept(tx, account.uid, input.code ?? '')),
  amr: [amr],
})

export type PassSecondStep = ReturnType<typeof createPassSecondStep>

export function createPassSecondStep(deps: PassSecondStepDependencies) {
  const { db, keys, mail, limiter, methods, tries, passkeys } = deps
  const { issueSession, startSignIn, setup, linkIdentity } = deps
  const key = keys.factor

  /** Notifies the owner, once a day, that somebody knows the password and lacks the second factor. */
  const notifyTriesUsedUp = async (account: Credentials, caller: Caller): Promise<void> => {
    const { uid } = account
    const mails = await limiter.count({ key: `factor-mail:${uid}`, seconds: DAY_SECONDS }).catch(() => 1)
    if (mails === 1) await notifyOwner(db, mail, account, caller, { template: 'second_step_failed' })
  }

  /** Whether the code is the one that was mailed last. */
  const isMailedCode = ({ flow, code = '' }: SecondStepInput, { mail_code_hash }: TriedFlowRow): boolean =>
    mail_code_hash !== null && timingSafeEqual(mail_code_hash, secondStepCodeHash(key, flow, code))

  const steps: Readonly<Record<LoginStepMethod, StepMethod>> = {
    totp: byFactor(methods.totp),
    recovery: byFactor(methods.recovery),
    passkey: {
      accept: async (tx, { use }, caller) =>
        acceptedIf(use !== undefined && (await passkeys.recordUse(tx, use, caller))),
      amr: byPasskey.amr,
    },
    setup: {
      async accept(tx, { input, account }, caller) {
        if (!canSetUp(account)) throw new ApiError('expired')
        const recoveryCodes = await setup.confirmSetup(tx, account, input.code ?? '', caller)
        return recoveryCodes && { recoveryCodes }
      },
      // The first code after the set-up counts as a code of the authenticator app.
      amr: [methods.totp.amr],
      locksAccount: true,
    },
    mail: {
      async accept(_tx, { input, row, account }) {
        // If the account got a factor meanwhile, the person is asked for that one.
        if (account.second_factor || account.second_factor_demanded) throw new ApiError('expired')
        return acceptedIf(isMailedCode(input, row))
      },
    },
    lost: {
      async accept(tx, { input, row, account }) {
        if (!isMailedCode(input, row)) return undefined
        // If the owner stops the removal at the same moment, only one of the two finds the row.
        if (!(await consumeRemoval(tx, mail, account.uid))) throw new ApiError('expired')
        return {}
      },
      locksAccount: true,
    },
  }

  const finish = async (
    tx: Queryable,
    { input, stored, account }: Step,
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
    if (link) await linkIdentity(tx, account, link, caller)
    const first = authenticationOf(stored.signIn.method)
    const { amr } = steps[method]
    const authentication = amr ? withSecondFactor(first, ...amr) : withMailedCode(first)
    const issued = await issueSession({ ...signIn, authentication }, caller, tx)
    if (!amr) return issued
    const browserHash = caller.browserHash ?? sha256(issued.newBrowser ?? '')
    if (input.rememberBrowser) await rememberSecondStep(tx, { uid, browserHash, seconds: REMEMBERED_SECONDS })
    await stopFactorRemoval(tx, mail, uid, caller)
    if (method === 'recovery') {
      const [codes] = await countRecoveryCodes(tx, { uid })
      await notifyOwner(tx, mail, account, caller, {
        template: 'recovery_code_used',
        left: codes?.unused ?? 0,
      })
    }
    return issued
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
    if (link && !('flow' in outcome)) await linkIdentity(tx, left, link, caller)
    return outcome
  }

  /**
   * Throws `expired`, `incorrect_code`, `too_many_requests`, the errors of the human check, and as `issueSession` does. After a
   * removal of lost factors the login may wait again.
   */
  return async function passSecondStep(
    input: SecondStepInput,
    caller: Caller,
  ): Promise<{ readonly signedIn: SignInOutcome; readonly recoveryCodes?: readonly string[] }> {
    const { method, flow, credential } = input
    const hashes = flowKey(key, flow, caller)
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
            .verifyAsserted(credential, uid, ceremonyOfFlow(flow, caller.browserHash))
            .catch(async (error: unknown) => {
              if (error instanceof ApiError) await writeAudit(db, { ...audit, outcome: 'refused' })
              throw error
            })
        : undefined
    const outcome = await db.transaction(async tx => {
      if (steps[method].locksAccount) await lockAccount(tx, { uid })
      const [account] = await findAccount(tx, { uid })
      if (!account) throw new ApiError('expired')
      if (method !== 'passkey' && (method === 'mail') !== (stored.purpose !== undefined))
        throw new ApiError('expired')
      const step = { input, row, stored, account, use }
      const accepted = await steps[method].accept(tx, step, caller)
      await writeAudit(tx, { ...audit, outcome: accepted ? 'ok' : 'refused' })
      if (!accepted) return { account }
      return {
        account,
        passed: { signedIn: await finish(tx, step, caller), ...accepted },
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
}
