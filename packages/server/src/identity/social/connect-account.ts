/** The step after a social sign-in that could not be finished: prove the account that has the mailbox, or a mailbox. */

import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { NONCE_TTL_SECONDS } from '@kerf/contract/limits'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { notifyOwner } from '../../platform/mail/notify-owner.ts'
import { insertPersonalAccount } from '../account/create-account.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import { maskEmail } from '../account/email-address.ts'
import { verifyPassword } from '../login/password-hash.ts'
import { signInRateLimits } from '../login/sign-in-limits.ts'
import { createNonce } from '../verification/create-nonce.ts'
import { accountReceiver, mailboxReceiver, requireCanonicalEmail } from '../verification/receiver-hash.ts'
import type { CodeAttempt, VerificationCodes } from '../verification/verification-codes.ts'
import { type ConnectionStep, type ResolveDependencies, STEP_ENCRYPTION_CONTEXT } from './resolve-identity.ts'
import { consumeFlow, findStep } from './social-flow-store.ts'
import { linkIdentity } from './social-link-store.ts'

export interface ConnectDependencies extends ResolveDependencies {
  readonly keys: Keys
  readonly codes: VerificationCodes
  readonly limiter: Limiter
}

export type ConnectInput =
  | { readonly flow: string; readonly password: string }
  | { readonly flow: string; readonly captcha: string; readonly nonce: string; readonly email?: string }

export type ConnectedSession = IssuedSession & { readonly created: boolean }

export function createConnectAccount(of: ConnectDependencies) {
  const { db, keys, codes, limiter, issueSession, mail } = of

  const read = async (flow: string): Promise<ConnectionStep> => {
    const [row] = await findStep(db, sha256(flow))
    if (!row) throw new ApiError('expired')
    return JSON.parse(decrypt(keys.social, row.sealed, STEP_ENCRYPTION_CONTEXT).toString()) as ConnectionStep
  }

  const ownerOf = async ({ uid }: ConnectionStep): Promise<Credentials> => {
    const [account] = uid === null ? [] : await findAccount(db, uid)
    if (!account) throw new ApiError('expired')
    return account
  }

  /** Uses the step up, connects and signs in, all or nothing. */
  const finish = async (
    tx: Queryable,
    flow: string,
    step: ConnectionStep,
    account: Pick<Credentials, 'uid' | 'email' | 'lang' | 'status'>,
    caller: Caller,
    how: { readonly created: boolean; readonly passwordHash: string | null },
  ): Promise<ConnectedSession> => {
    const { created, passwordHash } = how
    const { channel, identity } = step
    const { uid, email, lang } = account
    const [used] = await consumeFlow(tx, sha256(flow), 'step')
    if (!used) throw new ApiError('expired')
    if (account.status === 'restricted') throw new ApiError('restricted')
    if (!(await linkIdentity(tx, uid, channel, identity))) throw new ApiError('social_already_bound')
    const event = created ? 'account.register' : 'social.bound'
    await writeAudit(tx, { event, outcome: 'ok', uid, ...auditContext(caller), detail: { channel } })
    if (!created)
      await notifyOwner(tx, mail, { uid, email, lang }, caller, { template: 'social_connected', channel })
    const signedIn = await issueSession(
      { uid, email, lang, method: `social.${channel}`, remember: true, passwordHash },
      caller,
      tx,
    )
    return { ...signedIn, created }
  }

  const byPassword = async (flow: string, password: string, caller: Caller): Promise<ConnectedSession> => {
    const step = await read(flow)
    const account = await ownerOf(step)
    await using attempt = await signInRateLimits(keys.receiver, `uid ${account.uid}`, caller).begin(
      limiter,
      false,
    )
    if (!(await verifyPassword(account.password_hash, password))) {
      await writeAudit(db, {
        event: 'social.bound',
        outcome: 'refused',
        uid: account.uid,
        ...auditContext(caller),
      })
      await attempt.failed()
      throw new ApiError('incorrect_account')
    }
    await attempt.succeeded()
    const how = { created: false, passwordHash: account.password_hash }
    return db.transaction(tx => finish(tx, flow, step, account, caller, how))
  }

  const byCode = async (
    { flow, captcha, nonce, email }: Extract<ConnectInput, { captcha: string }>,
    caller: Caller,
  ): Promise<ConnectedSession> => {
    const step = await read(flow)
    const wantsMailbox = step.uid === null
    if (wantsMailbox !== (email !== undefined))
      throw new ApiError('bad_request', { fields: { email: 'email_required' } })
    const canonical = email === undefined ? '' : requireCanonicalEmail(email)
    const proof: CodeAttempt = wantsMailbox
      ? {
          nonce,
          verificationCode: captcha,
          receiver: mailboxReceiver(keys.receiver, canonical),
          scene: 'bind',
        }
      : {
          nonce,
          verificationCode: captcha,
          receiver: accountReceiver(keys.receiver, step.uid ?? ''),
          scene: 'login',
        }
    await codes.assertUnderLimit(proof)
    const connected = await db.transaction(async tx => {
      if (!(await codes.tryCode(tx, proof))) return undefined
      if (email === undefined)
        return finish(tx, flow, step, await ownerOf(step), caller, { created: false, passwordHash: null })
      const uid = crypto.randomUUID()
      const { lang } = caller
      const [made] = await insertPersonalAccount(
        tx,
        uid,
        canonical,
        email,
        lang,
        null,
        TERMS_VERSION,
        PRIVACY_VERSION,
      )
      if (!made) throw new ApiError('has_account')
      return finish(tx, flow, step, { uid, email, lang, status: 'active' }, caller, {
        created: true,
        passwordHash: null,
      })
    })
    return connected ?? codes.rejectWrongCode(proof)
  }

  return {
    /** What the step needs; with it a nonce for a code to the account's own mailbox. Throws 20206. */
    async describe(flow: string) {
      const step = await read(flow)
      const { channel, identity } = step
      const about = { channel, name: identity.name }
      if (step.uid === null)
        return { ...about, needs: 'email' as const, email: '', hasPassword: false, nonce: randomToken() }
      const account = await ownerOf(step)
      const receiver = accountReceiver(keys.receiver, account.uid)
      return {
        ...about,
        needs: 'proof' as const,
        email: maskEmail(account.email),
        hasPassword: account.password_hash !== null,
        nonce: await createNonce(db, receiver, 'login', account.uid, NONCE_TTL_SECONDS),
      }
    },

    /** Throws 20111, 20201, 20203 (the proof), 20115 (the mailbox has an account by now), 20206, 20402, 20103, 20104. */
    connect: (input: ConnectInput, caller: Caller): Promise<ConnectedSession> =>
      'password' in input ? byPassword(input.flow, input.password, caller) : byCode(input, caller),
  }
}

export type ConnectAccount = ReturnType<typeof createConnectAccount>
