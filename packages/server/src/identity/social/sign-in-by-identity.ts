import type { SignInAgreement } from '@kerf/contract/fields'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Mailbox, parseNewMailbox } from '../../platform/config/parse-mailbox.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { insertPersonalAccount } from '../account/account-store.ts'
import { findAccount, findAccountByIdentifier } from '../account/credential-store.ts'
import type { IssueSession } from '../session/issue-session.ts'
import type { IssuedSession } from '../session/session-claims.ts'
import type { StartSignIn } from '../sign-in/start-sign-in.ts'
import { type ConnectionStep, saveConnectionStep } from './connection-step.ts'
import type { IdentityOutcome } from './identity-outcome.ts'
import type { SocialIdentity } from './providers/social-provider.ts'
import { findLinkedAccount, linkIdentity } from './social-link-store.ts'

export interface SignInByIdentityDependencies extends Pick<PlatformServices, 'db' | 'keys'> {
  readonly issueSession: IssueSession
  readonly startSignIn: StartSignIn
}

/**
 * Signs in to the linked account, or creates an account for an unused email address that the provider has verified.
 * Anything else needs a connection step: an identity is never joined silently with an existing account (S-065).
 */
export function createSignInByIdentity({
  db,
  keys,
  issueSession,
  startSignIn,
}: SignInByIdentityDependencies) {
  const signIn = async (
    uid: string,
    channel: string,
    identity: SocialIdentity,
    agreement: SignInAgreement,
    caller: Caller,
  ): Promise<IdentityOutcome> => {
    const [account] = await findAccount(db, { uid })
    if (!account) return { error: 'account_ban' }
    const { email, lang } = account
    const { clientId } = identity
    try {
      const signedIn = await startSignIn(
        { uid, email, lang, method: `social.${channel}`, remember: true, agreement, clientId },
        account,
        caller,
      )
      return 'flow' in signedIn
        ? { error: 'second_factor_required', ...signedIn }
        : { signedIn, created: false }
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'agreement_required')
        return requireAgreement(channel, identity, uid)
      throw error
    }
  }

  const requireStep = async (step: ConnectionStep): Promise<IdentityOutcome> => ({
    error: 'has_account',
    flow: await saveConnectionStep(db, keys, step),
  })

  /** `uid`: the linked account; null for an account that the agreement is going to create. */
  const requireAgreement = async (
    channel: string,
    identity: SocialIdentity,
    uid: string | null,
  ): Promise<IdentityOutcome> => ({
    error: 'agreement_required',
    flow: await saveConnectionStep(db, keys, { channel, identity, uid, needsAgreement: true }),
  })

  /** Returns undefined if the email address or the identity was taken in the meantime. */
  const register = async (
    channel: string,
    identity: SocialIdentity,
    { address: email, canonical }: Mailbox,
    caller: Caller,
  ): Promise<IssuedSession | undefined> => {
    const uid = crypto.randomUUID()
    const { lang } = caller
    try {
      return await db.transaction(async tx => {
        const account = { uid, canonicalEmail: canonical, email, lang, passwordHash: null }
        const inserted = await insertPersonalAccount(tx, account)
        if (!inserted || !(await linkIdentity(tx, uid, channel, identity))) throw new ApiError('has_account')
        await writeAudit(tx, {
          event: 'account.register',
          outcome: 'ok',
          uid,
          ...auditContext(caller),
          detail: { channel },
        })
        return issueSession(
          { uid, email, lang, method: `social.${channel}`, remember: true, clientId: identity.clientId },
          caller,
          tx,
        )
      })
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'has_account') return undefined
      throw error
    }
  }

  return async function signInByIdentity(
    channel: string,
    identity: SocialIdentity,
    agreement: SignInAgreement,
    caller: Caller,
  ): Promise<IdentityOutcome> {
    const linked = await findLinkedAccount(db, channel, identity)
    if (linked !== undefined) return signIn(linked, channel, identity, agreement, caller)
    const mailbox = parseNewMailbox(identity.email)
    if (mailbox === undefined || !identity.emailVerified)
      return requireStep({ channel, identity, uid: null, agreement })
    const identifier = { kind: 'email', value: mailbox.canonical } as const
    const owner = await findAccountByIdentifier(db, identifier)
    // Signing up is agreed to by a box, never by the line of the login form.
    if (!owner && agreement === 'ask') return requireAgreement(channel, identity, null)
    const signedIn = owner ? undefined : await register(channel, identity, mailbox, caller)
    if (signedIn) return { signedIn, created: true }
    // A concurrent sign-in with the same identity may have created both the account and the link.
    const linkedMeanwhile = await findLinkedAccount(db, channel, identity)
    if (linkedMeanwhile !== undefined) return signIn(linkedMeanwhile, channel, identity, agreement, caller)
    const currentOwner = owner ?? (await findAccountByIdentifier(db, identifier))
    return requireStep({ channel, identity, uid: currentOwner?.uid ?? null, agreement })
  }
}
