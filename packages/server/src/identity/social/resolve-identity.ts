/**
 * What a proved identity comes to: a sign-in, a connection, a new account, or a step that is still to be taken. An e-mail
 * that has an account is never joined silently (S-065).
 */
import { ERRORS, type ErrorCode, type ErrorName } from '@kerf/contract/errors'
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import { encrypt } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { type MailDependencies, notifyOwner } from '../../platform/mail/notify-owner.ts'
import { insertPersonalAccount } from '../account/create-account.ts'
import { findAccount, findByIdentifier } from '../account/credential-store.ts'
import { canonicalEmail } from '../account/email-address.ts'
import type { IssueSession } from '../session/issue-session.ts'
import { lockSession } from '../session/lock-session.ts'
import { insertFlow } from './social-flow-store.ts'
import { findLinked, linkIdentity } from './social-link-store.ts'
import type { SocialIdentity } from './social-provider.ts'
import type { Binder } from './start-social-sign-in.ts'

export interface ResolveDependencies {
  readonly db: Database
  readonly keys: Pick<Keys, 'social'>
  readonly issueSession: IssueSession
  readonly mail: MailDependencies
}

export type IdentityOutcome =
  | { readonly error?: undefined; readonly signedIn?: IssuedSession; readonly created: boolean }
  | { readonly error: 'has_account'; readonly flow: string }
  | { readonly error: 'restricted' | 'account_ban' | 'expired' | 'social_already_bound' }

/** The number that stands for an outcome on the wire. */
export const wireCodeOf = ({ error }: { readonly error?: ErrorName | undefined }): 0 | ErrorCode =>
  error === undefined ? 0 : ERRORS[error].code

/** What a step remembers. */
export interface ConnectionStep {
  readonly channel: string
  readonly identity: SocialIdentity
  /** the account whose mailbox it is; null: a mailbox is wanted */
  readonly uid: string | null
}

export const STEP_ENCRYPTION_CONTEXT = 'social step'
const STEP_TTL_SECONDS = 600

export function createResolveIdentity({ db, keys, issueSession, mail }: ResolveDependencies) {
  const begin = async (uid: string, channel: string, caller: Caller): Promise<IdentityOutcome> => {
    const [account] = await findAccount(db, uid)
    if (!account) return { error: 'account_ban' }
    const { email, lang } = account
    const signedIn = await issueSession(
      { uid, email, lang, method: `social.${channel}`, remember: true },
      caller,
    )
    return { signedIn, created: false }
  }

  const askStep = async (step: ConnectionStep): Promise<IdentityOutcome> => {
    const flow = randomToken()
    const sealed = encrypt(keys.social, JSON.stringify(step), STEP_ENCRYPTION_CONTEXT)
    await insertFlow(db, sha256(flow), 'step', sealed, step.uid, STEP_TTL_SECONDS)
    return { error: 'has_account', flow }
  }

  /** A new account for a mailbox the provider vouches for; undefined when the mailbox or the identity was taken meanwhile. */
  const create = async (
    channel: string,
    identity: SocialIdentity,
    canonical: string,
    caller: Caller,
  ): Promise<IssuedSession | undefined> => {
    const uid = crypto.randomUUID()
    const { lang } = caller
    const { email } = identity
    try {
      return await db.transaction(async tx => {
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
        if (!made || !(await linkIdentity(tx, uid, channel, identity))) throw new ApiError('has_account')
        await writeAudit(tx, {
          event: 'account.register',
          outcome: 'ok',
          uid,
          ...auditContext(caller),
          detail: { channel },
        })
        return issueSession({ uid, email, lang, method: `social.${channel}`, remember: true }, caller, tx)
      })
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'has_account') return undefined
      throw error
    }
  }

  const login = async (
    channel: string,
    identity: SocialIdentity,
    caller: Caller,
  ): Promise<IdentityOutcome> => {
    const linked = await findLinked(db, channel, identity)
    if (linked !== undefined) return begin(linked, channel, caller)
    const canonical = identity.email === '' ? undefined : canonicalEmail(identity.email)
    if (canonical === undefined || !identity.emailVerified) return askStep({ channel, identity, uid: null })
    const [owner] = await findByIdentifier(db, 'email', canonical)
    const signedIn = owner ? undefined : await create(channel, identity, canonical, caller)
    if (signedIn) return { signedIn, created: true }
    // The owner may be this very identity, a moment earlier: account and connection are made together.
    const again = await findLinked(db, channel, identity)
    if (again !== undefined) return begin(again, channel, caller)
    const [first] = owner ? [owner] : await findByIdentifier(db, 'email', canonical)
    return askStep({ channel, identity, uid: first?.uid ?? null })
  }

  const bind = (
    channel: string,
    identity: SocialIdentity,
    { uid, session }: Binder,
    caller: Caller,
  ): Promise<IdentityOutcome> =>
    db.transaction(async tx => {
      // Held until the commit: a reset that ends it meanwhile is waited for, and leaves nothing connected behind it (S-028).
      const [held] = await lockSession(tx, uid, session)
      const [account] = await findAccount(tx, uid)
      if (!account || account.status === 'banned') return { error: 'account_ban' }
      if (account.status === 'restricted') return { error: 'restricted' }
      if (!held) return { error: 'expired' }
      if ((await findLinked(tx, channel, identity)) === uid) return { created: false }
      if (!(await linkIdentity(tx, uid, channel, identity))) return { error: 'social_already_bound' }
      await writeAudit(tx, {
        event: 'social.bound',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { channel },
      })
      await notifyOwner(tx, mail, account, caller, { template: 'social_connected', channel })
      return { created: false }
    })

  return {
    /** `binder`: who connects; null to sign in. Throws 20104 when the account is banned at the moment of the sign-in. */
    resolve: (
      channel: string,
      identity: SocialIdentity,
      binder: Binder | null,
      caller: Caller,
    ): Promise<IdentityOutcome> =>
      binder === null ? login(channel, identity, caller) : bind(channel, identity, binder, caller),
  }
}

export type ResolveIdentity = ReturnType<typeof createResolveIdentity>
