/** The second step of a sign-in: a code of a second factor completes what the first factor began. */
import type { SecondStepMethod } from '@kerf/contract/endpoints/factors'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
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
  readonly method: SecondStepMethod
  readonly code: string
  readonly rememberBrowser: boolean
}

const REMEMBERED_SECONDS = 30 * 86_400

export type PassSecondStep = ReturnType<typeof createPassSecondStep>

export function createPassSecondStep(deps: SecondStepDependencies) {
  const { db, keys, mail, limiter, methods, tries, issueSession, connectIdentity } = deps

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
    const amr = methods[input.method]?.amr
    const authentication = amr && withSecondFactor(authenticationOf(signIn.method), amr)
    const passwordHash = stored.passwordDigest === null ? null : currentHash
    const issued = await issueSession(
      { uid, email, lang, ...signIn, passwordHash, ...(authentication && { authentication }) },
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

  /** Throws `expired`, `incorrect_code`, `too_many_requests`, and as `issueSession` does. */
  return async function passSecondStep(input: SecondStepInput, caller: Caller): Promise<IssuedSession> {
    const { method, code } = input
    const key = { hash: sha256(input.flow), browserHashes: flowBrowserHashes(keys.factor, caller) }
    const [waiting] = await findSignInFlow(db, key)
    if (!waiting) throw new ApiError('expired')
    const { uid } = waiting
    await using attempt = await tries.start(uid, caller)
    const [flow] = await countFlowTry(db, key)
    if (!flow) {
      await attempt.withdraw()
      throw new ApiError('expired')
    }
    const audit = { event: 'login.second_step', uid, ...auditContext(caller), detail: { method } } as const
    const outcome = await db.transaction(async tx => {
      const [account] = await findAccount(tx, { uid })
      if (!account) throw new ApiError('expired')
      const isRight = (await methods[method]?.accept(tx, uid, code)) ?? false
      await writeAudit(tx, { ...audit, outcome: isRight ? 'ok' : 'refused' })
      if (!isRight) return { account }
      return {
        account,
        issued: await finish(tx, input, readStoredSignIn(keys.factor, flow.encrypted_data), account, caller),
      }
    })
    if (outcome.issued) {
      await attempt.succeeded()
      return outcome.issued
    }
    if (flow.tries >= FLOW_TRIES_MAX) await notifyTriesUsedUp(outcome.account, caller)
    return await attempt.rejectWrongCode()
  }
}
