/** The second step of a sign-in: a code of a second factor completes what the first factor began. */
import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { lockAccount } from '../account/account-store.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import { authenticationOf, withSecondFactor } from '../session/authentication.ts'
import type { IssueSession } from '../session/issue-session.ts'
import {
  consumeSignInFlow,
  countFlowTry,
  FLOW_TRIES_MAX,
  findSignInFlow,
} from '../session/sign-in-flow-store.ts'
import type { FactorMethods } from './factor-methods.ts'
import { countRecoveryCodes, rememberSecondStep } from './factor-store.ts'
import type { FactorTries } from './factor-tries.ts'
import type { ManageFactors } from './manage-factors.ts'
import {
  flowBrowserHashes,
  type PendingLink,
  passwordDigest,
  readStoredSignIn,
  type StoredSignIn,
} from './start-sign-in.ts'

export interface SecondStepDependencies {
  readonly db: Database
  readonly keys: Pick<Keys, 'factor'>
  readonly mail: MailDependencies
  readonly limiter: RateLimiter
  readonly methods: FactorMethods
  readonly tries: FactorTries
  readonly issueSession: IssueSession
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
  readonly code: string
  readonly rememberBrowser: boolean
  /** of the human check */
  readonly ticket?: string | undefined
}

const REMEMBERED_SECONDS = 30 * 86_400

export type SecondStep = ReturnType<typeof createSecondStep>

export function createSecondStep(deps: SecondStepDependencies) {
  const { db, keys, mail, limiter, methods, tries, issueSession, setup, connectIdentity } = deps

  /** The password that was verified must still be the account's. */
  const assertSamePassword = ({ passwordDigest: digest }: StoredSignIn, account: Credentials): void => {
    if (digest !== null && digest !== passwordDigest(account.password_hash ?? ''))
      throw new ApiError('expired')
  }

  /** Somebody knows the password and not the second factor: the owner is notified, once a day. */
  const notifyTriesUsedUp = async (account: Credentials, caller: Caller): Promise<void> => {
    const { uid } = account
    const mails = await limiter.count({ key: `factor-mail:${uid}`, seconds: 86_400 }).catch(() => 1)
    if (mails === 1) await notifyOwner(db, mail, account, caller, { template: 'second_step_failed' })
  }

  const finish = async (
    tx: Queryable,
    input: SecondStepInput,
    stored: StoredSignIn,
    account: Credentials,
    caller: Caller,
  ): Promise<IssuedSession> => {
    const [consumed] = await consumeSignInFlow(tx, { hash: sha256(input.flow) })
    if (!consumed) throw new ApiError('expired')
    assertSamePassword(stored, account)
    const { uid, email, lang, password_hash: currentHash } = account
    const { signIn, link } = stored
    if (link) await connectIdentity(tx, account, link, caller)
    // The first code of an app that was set up is one of the app.
    const { amr } = methods[input.method === 'setup' ? 'totp' : input.method]
    const authentication = withSecondFactor(authenticationOf(signIn.method), amr)
    const passwordHash = stored.passwordDigest === null ? null : currentHash
    const issued = await issueSession(
      { uid, email, lang, ...signIn, passwordHash, authentication },
      caller,
      tx,
    )
    const browserHash = caller.browserHash ?? sha256(issued.newBrowser ?? '')
    if (input.rememberBrowser) await rememberSecondStep(tx, { uid, browserHash, seconds: REMEMBERED_SECONDS })
    if (input.method === 'recovery') {
      const [codes] = await countRecoveryCodes(tx, { uid })
      await notifyOwner(tx, mail, account, caller, {
        template: 'recovery_code_used',
        left: codes?.unused ?? 0,
      })
    }
    return issued
  }

  /** Only an account without a factor may set one up while it signs in: with the password alone, nobody may replace an authenticator app. */
  const canSetUp = ({ second_factor, second_factor_demanded }: Credentials): boolean =>
    second_factor_demanded && !second_factor

  /** Throws `expired`. */
  async function startSetup({ flow }: { readonly flow: string }, caller: Caller) {
    const browserHashes = flowBrowserHashes(keys.factor, caller)
    const [waiting] = await findSignInFlow(db, { hash: sha256(flow), browserHashes })
    const [account] = waiting ? await findAccount(db, { uid: waiting.uid }) : []
    if (!account || !canSetUp(account)) throw new ApiError('expired')
    return setup.startSetup(account.uid, account.email, caller)
  }

  /** Undefined: the code is wrong. `recoveryCodes`: of an app that was set up. */
  const accept = async (
    tx: Queryable,
    { method, code }: SecondStepInput,
    account: Credentials,
    caller: Caller,
  ): Promise<{ readonly recoveryCodes?: readonly string[] } | undefined> => {
    if (method !== 'setup') return (await methods[method].accept(tx, account.uid, code)) ? {} : undefined
    if (!canSetUp(account)) throw new ApiError('expired')
    const recoveryCodes = await setup.confirmSetup(tx, account, code, caller)
    return recoveryCodes && { recoveryCodes }
  }

  /** Throws `expired`, `incorrect_code`, `too_many_requests`, the errors of the human check, and as `issueSession` does. */
  async function passSecondStep(
    input: SecondStepInput,
    caller: Caller,
  ): Promise<{ readonly issued: IssuedSession; readonly recoveryCodes?: readonly string[] }> {
    const { method } = input
    const key = { hash: sha256(input.flow), browserHashes: flowBrowserHashes(keys.factor, caller) }
    const [waiting] = await findSignInFlow(db, key)
    if (!waiting) throw new ApiError('expired')
    const { uid } = waiting
    await using attempt = await tries.start(uid, caller, { ticket: input.ticket })
    const [flow] = await countFlowTry(db, key)
    if (!flow) {
      await attempt.withdraw()
      throw new ApiError('expired')
    }
    const audit = { event: 'login.second_step', uid, ...auditContext(caller), detail: { method } } as const
    const outcome = await db.transaction(async tx => {
      // Two set-ups at once: the second one finds the factor of the first.
      if (method === 'setup') await lockAccount(tx, { uid })
      const [account] = await findAccount(tx, { uid })
      if (!account) throw new ApiError('expired')
      const accepted = await accept(tx, input, account, caller)
      await writeAudit(tx, { ...audit, outcome: accepted ? 'ok' : 'refused' })
      if (!accepted) return { account }
      const stored = readStoredSignIn(keys.factor, flow.encrypted_data)
      return { account, passed: { issued: await finish(tx, input, stored, account, caller), ...accepted } }
    })
    if (outcome.passed) {
      await attempt.succeeded()
      return outcome.passed
    }
    if (flow.tries >= FLOW_TRIES_MAX) await notifyTriesUsedUp(outcome.account, caller)
    return await attempt.rejectWrongCode()
  }

  return { startSetup, passSecondStep }
}
