/**
 * Starts the session of a person who has proven a first factor or, if the account needs a second step, stores the sign-in until
 * that step is passed.
 */
import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SignInOutcome } from '../../platform/http/session-claims.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { keyedHash, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import type { MailDependencies } from '../../platform/mail/notify-owner.ts'
import { assertAgreed } from '../account/agreement-store.ts'
import type { Credentials } from '../account/credential-store.ts'
import { hasPasskey } from '../passkey/passkey-store.ts'
import type { IssueSession, SignIn } from '../session/issue-session.ts'
import { insertSignInFlow } from '../session/sign-in-flow-store.ts'
import { type FactorMethods, listMethods } from './factor-methods.ts'
import { isRemovalReady } from './factor-recovery.ts'
import { isSecondStepRemembered } from './factor-store.ts'
import { countLoginCode, mailLoginCode } from './login-code.ts'
import { isNewCountry } from './new-country.ts'

export interface StartSignInDependencies {
  readonly db: Database
  readonly mail: MailDependencies
  readonly limiter: RateLimiter
  readonly keys: Pick<Keys, 'factor'>
  readonly methods: FactorMethods
  readonly issueSession: IssueSession
}

/** An identity that the sign-in connects with the account. */
export interface PendingLink {
  readonly channel: string
  /** as the module of social sign-in stores it */
  readonly identity: object
}

/** What a stored sign-in continues with. Its email address and language are read again. */
export interface StoredSignIn {
  readonly signIn: Pick<SignIn, 'method' | 'remember' | 'agreement' | 'clientId'>
  /** SHA-256 of the password's hash; null: signed in without a password */
  readonly passwordDigest: string | null
  readonly link: PendingLink | null
  /** the code by mail that it waits for; missing: it waits for a second factor */
  readonly purpose?: 'country'
}

const ENCRYPTION_CONTEXT = 'sign-in flow'

export const readStoredSignIn = (key: Buffer, encrypted: Buffer): StoredSignIn =>
  JSON.parse(decrypt(key, encrypted, ENCRYPTION_CONTEXT).toString()) as StoredSignIn

/** A password's hash is not stored a second time. */
export const passwordDigest = (passwordHash: string): string => sha256(passwordHash).toString('base64url')

/** The network stands in for a browser that sends no cookie, for example in a frame. */
export function flowBrowserHashes(key: Buffer, { browserHash, limitKey }: Caller): [Buffer, ...Buffer[]] {
  const network = keyedHash(key, 'network', limitKey)
  return browserHash ? [browserHash, network] : [network]
}

type SignInAccount = Pick<Credentials, 'status' | 'second_factor' | 'second_factor_demanded'>

export interface StartSignInOptions {
  /** the transaction of the first factor */
  readonly tx?: Queryable
  /** connected once the session starts; the caller connects it otherwise */
  readonly link?: PendingLink | null
  /** the login has proven more than its method: it is not asked about its country */
  readonly isCountryProven?: boolean
}

export function createStartSignIn(deps: StartSignInDependencies) {
  const { db, keys, mail, limiter, methods, issueSession } = deps

  const needsFactor = async (
    on: Queryable,
    { uid }: SignIn,
    { second_factor, second_factor_demanded }: SignInAccount,
    { browserHash }: Caller,
  ): Promise<boolean> => {
    if (!(second_factor || second_factor_demanded)) return false
    // Set up in this sign-in.
    if (!second_factor) return true
    const [remembered] = browserHash ? await isSecondStepRemembered(on, { uid, browserHash }) : []
    return remembered === undefined
  }

  const methodsOf = async (on: Queryable, uid: string): Promise<LoginStepMethod[]> => {
    const own = await listMethods(methods, on, uid)
    return (await isRemovalReady(on, mail, uid)) ? [...own, 'lost'] : own
  }

  /** Stores the sign-in until its second step is passed. */
  const wait = async (
    tx: Queryable,
    signIn: SignIn,
    caller: Caller,
    { link, purpose }: Pick<StoredSignIn, 'link' | 'purpose'>,
  ): Promise<string> => {
    const { uid, method, remember, agreement, clientId, passwordHash } = signIn
    await assertAgreed(tx, uid, agreement)
    const flow = randomToken()
    const [browserHash] = flowBrowserHashes(keys.factor, caller)
    const stored: StoredSignIn = {
      signIn: { method, remember, agreement, clientId },
      passwordDigest: passwordHash == null ? null : passwordDigest(passwordHash),
      link,
      ...(purpose && { purpose }),
    }
    const encryptedData = encrypt(keys.factor, JSON.stringify(stored), ENCRYPTION_CONTEXT)
    await insertSignInFlow(tx, { hash: sha256(flow), uid, browserHash, encryptedData })
    await writeAudit(tx, {
      event: 'login.second_step',
      outcome: 'ok',
      uid,
      ...auditContext(caller),
      detail: { method, asked: true, ...(purpose && { purpose }) },
    })
    return flow
  }

  /** Throws as `issueSession` does. `account` was read in this call; an account that got a second factor since is refused when the session is stored. */
  return async function startSignIn(
    signIn: SignIn,
    account: SignInAccount,
    caller: Caller,
    { tx, link = null, isCountryProven = false }: StartSignInOptions = {},
  ): Promise<SignInOutcome> {
    const on = tx ?? db
    const { uid } = signIn
    // A banned account gets that answer from the session it cannot start.
    const isBanned = account.status === 'banned'
    if (!isBanned && (await needsFactor(on, signIn, account, caller))) {
      const flow = await wait(on, signIn, caller, { link })
      return { flow, methods: account.second_factor ? await methodsOf(on, uid) : ['setup'] }
    }
    if (!(isBanned || isCountryProven) && (await isNewCountry(on, mail.placeOf, signIn, caller))) {
      await countLoginCode(limiter, uid)
      const purpose = 'country'
      const mailCode = async (own: Queryable) => {
        const flow = await wait(own, signIn, caller, { link, purpose })
        await mailLoginCode(own, { mail, key: keys.factor }, { flow, purpose }, signIn, caller)
        return flow
      }
      const flow = await (tx ? mailCode(tx) : db.transaction(mailCode))
      return { flow, methods: (await hasPasskey(on, uid)) ? ['mail', 'passkey'] : ['mail'] }
    }
    return issueSession({ ...signIn, isSecondStepDone: account.second_factor }, caller, tx)
  }
}

export type StartSignIn = ReturnType<typeof createStartSignIn>
