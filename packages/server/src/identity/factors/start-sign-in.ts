/**
 * Starts the session of a person who has proven a first factor or, if the account needs a second step, stores the sign-in until
 * that step is passed.
 */
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { SignInOutcome } from '../../platform/http/session-claims.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { keyedHash, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { assertAgreed } from '../account/agreement-store.ts'
import type { Credentials } from '../account/credential-store.ts'
import type { IssueSession, SignIn } from '../session/issue-session.ts'
import { insertSignInFlow } from '../session/sign-in-flow-store.ts'
import { type FactorMethods, listMethods } from './factor-methods.ts'
import { isSecondStepRemembered } from './factor-store.ts'

export interface StartSignInDependencies {
  readonly db: Database
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

export function createStartSignIn({ db, keys, methods, issueSession }: StartSignInDependencies) {
  const needsSecondStep = async (
    on: Queryable,
    { uid }: SignIn,
    { status, second_factor, second_factor_demanded }: SignInAccount,
    { browserHash }: Caller,
  ): Promise<boolean> => {
    // A banned account gets that answer from the session it cannot start.
    if (!(second_factor || second_factor_demanded) || status === 'banned') return false
    // Set up in this sign-in.
    if (!second_factor) return true
    const [remembered] = browserHash ? await isSecondStepRemembered(on, { uid, browserHash }) : []
    return remembered === undefined
  }

  /**
   * Throws as `issueSession` does. `account` was read in this call; an account that got a second factor since is refused when
   * the session is stored. `tx`: the transaction of the first factor. `link`: connected once the session starts; the caller
   * connects it otherwise.
   */
  return async function startSignIn(
    signIn: SignIn,
    account: SignInAccount,
    caller: Caller,
    { tx, link = null }: { readonly tx?: Queryable; readonly link?: PendingLink | null } = {},
  ): Promise<SignInOutcome> {
    const on = tx ?? db
    if (!(await needsSecondStep(on, signIn, account, caller)))
      return issueSession({ ...signIn, isSecondStepDone: account.second_factor }, caller, tx)
    const { uid, method, remember, agreement, clientId, passwordHash } = signIn
    await assertAgreed(on, uid, agreement)
    const flow = randomToken()
    const [browserHash] = flowBrowserHashes(keys.factor, caller)
    const stored: StoredSignIn = {
      signIn: { method, remember, agreement, clientId },
      passwordDigest: passwordHash == null ? null : passwordDigest(passwordHash),
      link,
    }
    const encryptedData = encrypt(keys.factor, JSON.stringify(stored), ENCRYPTION_CONTEXT)
    await insertSignInFlow(on, { hash: sha256(flow), uid, browserHash, encryptedData })
    await writeAudit(on, {
      event: 'login.second_step',
      outcome: 'ok',
      uid,
      ...auditContext(caller),
      detail: { method, asked: true },
    })
    return { flow, methods: account.second_factor ? await listMethods(methods, on, uid) : ['setup'] }
  }
}

export type StartSignIn = ReturnType<typeof createStartSignIn>
