/**
 * Starts the session of a person who has proven a first factor or, if the account needs a second step, stores the sign-in until
 * that step is passed.
 */
import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import { signInAgreement } from '@kerf/contract/fields'
import * as m from '@kerf/locales/messages'
import * as v from 'valibot'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { decryptJson, encryptJson } from '../../platform/keys/encryption.ts'
import { keyedHash, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { assertAgreed } from '../account/agreement-store.ts'
import type { Credentials } from '../account/credential-store.ts'
import { type FactorMethods, listMethods } from '../factors/factor-methods.ts'
import { isRemovalReady } from '../factors/factor-removal.ts'
import { isSecondStepRemembered } from '../factors/factor-store.ts'
import { hasPasskey } from '../passkey/passkey-store.ts'
import type { IssueSession, SignIn } from '../session/issue-session.ts'
import type { SignInOutcome } from '../session/session-claims.ts'
import { networkHash } from './allow-login.ts'
import { consumeLoginAllowance } from './login-allowance-store.ts'
import { isNewCountry } from './new-country.ts'
import { countSecondStepMail, mailSecondStepCode } from './second-step-mail.ts'
import { insertSignInFlow } from './waiting-sign-in-store.ts'

export interface StartSignInDependencies extends Pick<PlatformServices, 'db' | 'mail' | 'limiter' | 'keys'> {
  readonly methods: FactorMethods
  readonly issueSession: IssueSession
}

/** An identity that the sign-in connects with the account, as the module of social sign-in stores it. */
const PendingLink = v.object({ channel: v.string(), identity: v.looseObject({}) })
export type PendingLink = v.InferOutput<typeof PendingLink>

/** What a stored sign-in continues with. Its email address and language are read again. */
const StoredSignIn = v.object({
  signIn: v.object({
    method: v.custom<SignIn['method']>(method => typeof method === 'string'),
    remember: v.boolean(),
    agreement: signInAgreement,
    clientId: v.optional(v.string()),
  }),
  /** SHA-256 of the password's hash; null: signed in without a password */
  passwordDigest: v.nullable(v.string()),
  link: v.nullable(PendingLink),
  /** the code by mail that it waits for; missing: it waits for a second factor */
  purpose: v.optional(v.picklist(['country', 'connection'])),
})
export type StoredSignIn = v.InferOutput<typeof StoredSignIn>

const ENCRYPTION_CONTEXT = 'sign-in flow'
/** An email's link can allow them. */
const PASSWORD_METHODS: readonly SignIn['method'][] = ['password', 'enterprise']

export const readStoredSignIn = (key: Buffer, encrypted: Buffer): StoredSignIn =>
  decryptJson(key, encrypted, ENCRYPTION_CONTEXT, StoredSignIn)

/** A password's hash is not stored a second time. */
export const passwordDigest = (passwordHash: string): string => sha256(passwordHash).toString('base64url')

/** The network stands in for a browser that sends no cookie, for example in a frame. */
export function flowBrowserHashes(key: Buffer, { browserHash, limitKey }: Caller): [Buffer, ...Buffer[]] {
  const network = keyedHash(key, 'network', limitKey)
  return browserHash ? [browserHash, network] : [network]
}

type SignInAccount = Pick<Credentials, 'status' | 'second_factor' | 'second_factor_demanded'>

type MailPurpose = NonNullable<StoredSignIn['purpose']>

export interface StartSignInOptions {
  /** the transaction of the first factor */
  readonly tx?: Queryable
  /** connected once the session starts; the caller connects it otherwise */
  readonly link?: PendingLink | null
  /** the login has proven the mailbox, too: no code is mailed */
  readonly isMailboxProven?: boolean
}

export function createStartSignIn(deps: StartSignInDependencies) {
  const { db, keys, mail, limiter, methods, issueSession } = deps

  const needsFactor = async (
    on: Queryable,
    { uid }: SignIn,
    { second_factor, second_factor_demanded }: SignInAccount,
    { browserHash }: Caller,
    link: PendingLink | null,
  ): Promise<boolean> => {
    if (!(second_factor || second_factor_demanded)) return false
    // Without a factor, one is set up in this sign-in. A remembered browser proves nothing for a new way to log in (S-146).
    if (!second_factor || link) return true
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
    const encryptedData = encryptJson(keys.factor, stored, ENCRYPTION_CONTEXT)
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

  /** The code by mail that a login of one factor needs. */
  const mailPurposeOf = async (
    on: Queryable,
    signIn: SignIn,
    link: PendingLink | null,
    caller: Caller,
  ): Promise<MailPurpose | undefined> => {
    // A social account needs the password and the mailbox (S-146). Without a password, the mailbox was proven.
    if (link && signIn.passwordHash != null) return 'connection'
    if (!(await isNewCountry(on, mail.placeOf, signIn, caller))) return undefined
    if (!PASSWORD_METHODS.includes(signIn.method)) return 'country'
    // Thrown before the owner's permission is used up.
    await assertAgreed(on, signIn.uid, signIn.agreement)
    const network = { uid: signIn.uid, networkHash: networkHash(keys.factor, caller) }
    const [allowed] = await consumeLoginAllowance(on, network)
    return allowed ? undefined : 'country'
  }

  /**
   * Throws as `issueSession` does. `account` was read in this call: an account that got a second factor since is refused when the
   * session is stored.
   */
  return async function startSignIn(
    signIn: SignIn,
    account: SignInAccount,
    caller: Caller,
    { tx, link = null, isMailboxProven = false }: StartSignInOptions = {},
  ): Promise<SignInOutcome> {
    const on = tx ?? db
    const { uid } = signIn
    // A banned account gets that answer from the session it cannot start.
    const isBanned = account.status === 'banned'
    if (!isBanned && (await needsFactor(on, signIn, account, caller, link))) {
      const flow = await wait(on, signIn, caller, { link })
      return { flow, methods: account.second_factor ? await methodsOf(on, uid) : ['setup'] }
    }
    const purpose = isBanned || isMailboxProven ? undefined : await mailPurposeOf(on, signIn, link, caller)
    if (purpose) {
      await countSecondStepMail(limiter, uid)
      const mailCode = async (own: Queryable) => {
        const flow = await wait(own, signIn, caller, { link, purpose })
        const isAllowedByLink = purpose === 'country' && PASSWORD_METHODS.includes(signIn.method)
        const step = { flow, purpose, isAllowedByLink }
        await mailSecondStepCode(own, { mail, key: keys.factor }, step, signIn, caller)
        return flow
      }
      const flow = await (tx ? mailCode(tx) : db.transaction(mailCode))
      const methods = (await hasPasskey(on, uid)) ? ['mail', 'passkey'] : ['mail']
      return { flow, methods, ...(purpose === 'country' && { text: m.second_step_mail_text }) }
    }
    return issueSession({ ...signIn, isSecondStepDone: account.second_factor }, caller, tx)
  }
}

export type StartSignIn = ReturnType<typeof createStartSignIn>
