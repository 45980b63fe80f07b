/**
 * What a proved identity comes to: a sign-in, a connection, a new account, or a step that is still to be taken. An e-mail
 * that has an account is never joined silently (S-065).
 */
import { PRIVACY_VERSION, TERMS_VERSION } from '@kerf/contract/legal-versions'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { Fault } from '../../platform/errors/api-error.ts'
import { about, type Caller } from '../../platform/http/caller.ts'
import { seal } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { type MailDependencies, tellOwner } from '../../platform/mail/tell-owner.ts'
import { insertPersonal } from '../account/create-account.ts'
import { findByIdentifier, findByUid } from '../account/credentials.ts'
import { canonicalEmail } from '../account/email-address.ts'
import { holdSession } from '../session/hold-session.ts'
import type { IssueSession, SignedIn } from '../session/issue-session.ts'
import type { Binder } from './begin-social.ts'
import { insertFlow } from './flow-store.ts'
import { findLinked, linkIdentity } from './social-links.ts'
import type { SocialIdentity } from './social-provider.ts'

export interface ResolveDependencies {
  readonly db: Database
  readonly keys: Pick<Keys, 'social'>
  readonly issueSession: IssueSession
  readonly mail: MailDependencies
}

export type Resolved =
  | { readonly code: 0; readonly signedIn?: SignedIn; readonly created: boolean }
  | { readonly code: 20115; readonly flow: string }
  | { readonly code: 20103 | 20104 | 20206 | 20402 }

/** What a step remembers. */
export interface Step {
  readonly channel: string
  readonly identity: SocialIdentity
  /** the account whose mailbox it is; null: a mailbox is wanted */
  readonly uid: string | null
}

export const STEP_CONTEXT = 'social step'
const STEP_SECONDS = 600

export function createResolveIdentity({ db, keys, issueSession, mail }: ResolveDependencies) {
  const begin = async (uid: string, channel: string, caller: Caller): Promise<Resolved> => {
    const [account] = await findByUid(db, uid)
    if (!account) return { code: 20104 }
    const { email, lang } = account
    const signedIn = await issueSession(
      { uid, email, lang, method: `social.${channel}`, remember: true },
      caller,
    )
    return { code: 0, signedIn, created: false }
  }

  const askStep = async (step: Step): Promise<Resolved> => {
    const flow = randomToken()
    const sealed = seal(keys.social, JSON.stringify(step), STEP_CONTEXT)
    await insertFlow(db, sha256(flow), 'step', sealed, step.uid, STEP_SECONDS)
    return { code: 20115, flow }
  }

  /** A new account for a mailbox the provider vouches for; undefined when the mailbox or the identity was taken meanwhile. */
  const create = async (
    channel: string,
    identity: SocialIdentity,
    canonical: string,
    caller: Caller,
  ): Promise<SignedIn | undefined> => {
    const uid = crypto.randomUUID()
    const { lang } = caller
    const { email } = identity
    try {
      return await db.transaction(async tx => {
        const [made] = await insertPersonal(
          tx,
          uid,
          canonical,
          email,
          lang,
          null,
          TERMS_VERSION,
          PRIVACY_VERSION,
        )
        if (!made || !(await linkIdentity(tx, uid, channel, identity))) throw new Fault(20115)
        await writeAudit(tx, {
          event: 'account.register',
          outcome: 'ok',
          uid,
          ...about(caller),
          detail: { channel },
        })
        return issueSession({ uid, email, lang, method: `social.${channel}`, remember: true }, caller, tx)
      })
    } catch (error) {
      if (error instanceof Fault && error.code === 20115) return undefined
      throw error
    }
  }

  const login = async (channel: string, identity: SocialIdentity, caller: Caller): Promise<Resolved> => {
    const linked = await findLinked(db, channel, identity)
    if (linked !== undefined) return begin(linked, channel, caller)
    const canonical = identity.email === '' ? undefined : canonicalEmail(identity.email)
    if (canonical === undefined || !identity.emailVerified) return askStep({ channel, identity, uid: null })
    const [owner] = await findByIdentifier(db, 'email', canonical)
    const signedIn = owner ? undefined : await create(channel, identity, canonical, caller)
    if (signedIn) return { code: 0, signedIn, created: true }
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
  ): Promise<Resolved> =>
    db.transaction(async tx => {
      // Held until the commit: a reset that ends it meanwhile is waited for, and leaves nothing connected behind it (S-028).
      const [held] = await holdSession(tx, uid, session)
      const [account] = await findByUid(tx, uid)
      if (!account || account.status === 'banned') return { code: 20104 }
      if (account.status === 'restricted') return { code: 20103 }
      if (!held) return { code: 20206 }
      if ((await findLinked(tx, channel, identity)) === uid) return { code: 0, created: false }
      if (!(await linkIdentity(tx, uid, channel, identity))) return { code: 20402 }
      await writeAudit(tx, {
        event: 'social.bound',
        outcome: 'ok',
        uid,
        ...about(caller),
        detail: { channel },
      })
      await tellOwner(tx, mail, account, caller, { template: 'social_connected', channel })
      return { code: 0, created: false }
    })

  return {
    /** `binder`: who connects; null to sign in. Throws 20104 when the account is banned at the moment of the sign-in. */
    resolve: (
      channel: string,
      identity: SocialIdentity,
      binder: Binder | null,
      caller: Caller,
    ): Promise<Resolved> =>
      binder === null ? login(channel, identity, caller) : bind(channel, identity, binder, caller),
  }
}

export type ResolveIdentity = ReturnType<typeof createResolveIdentity>
