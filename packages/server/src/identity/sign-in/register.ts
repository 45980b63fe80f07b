/** Registration: a code proves the mailbox before anything is created, then the account is signed in (S-016). */
import type { PasswordPolicy } from '@kerf/contract/password/password-rules'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { inSavepoint } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { insertPersonalAccount } from '../account/account-store.ts'
import { findAccount } from '../account/credential-store.ts'
import { requireNewMailbox } from '../account/email-address.ts'
import type { AssertNotBreached } from '../password/breached-passwords.ts'
import { hashPassword, verifyPassword } from '../password/password-hash.ts'
import { assertPasswordAllowed, assertPasswordLength } from '../password/password-policy.ts'
import { byPassword, withMailedCode } from '../session/authentication.ts'
import type { GenerateSession, IssueSession } from '../session/issue-session.ts'
import type { IssuedSession } from '../session/session-claims.ts'
import { insertSignInRows } from '../session/store-session.ts'
import { mailboxReceiver } from '../verification/receiver-hash.ts'
import { codeHash, type SubmittedCode, type VerificationCodes } from '../verification/verification-codes.ts'
import { findSignUp, recordSignUp } from '../verification/verification-store.ts'

export interface RegisterDependencies extends Pick<PlatformServices, 'db' | 'keys'> {
  readonly codes: VerificationCodes
  readonly generateSession: GenerateSession
  readonly issueSession: IssueSession
  readonly policy: PasswordPolicy
  readonly assertNotBreached: AssertNotBreached
}

export interface Registration extends SubmittedCode {
  readonly email: string
  readonly password: string
  /** a repeat with the same key signs in to the account that the first sign-up created */
  readonly idempotencyKey?: string | undefined
}

/** The person has shown the mailbox and set the password. */
const BY_BOTH = withMailedCode(byPassword)

export function createRegister(deps: RegisterDependencies) {
  const { db, keys, codes, generateSession, issueSession, policy, assertNotBreached } = deps

  /**
   * A new session of a sign-up whose answer was lost (S-016). The caller has the nonce, the code, the key and the password, and no
   * token is stored. Undefined: this is no repeat.
   */
  async function repeatSignUp(
    { password, nonce, verificationCode, idempotencyKey }: Registration,
    receiver: Buffer,
    caller: Caller,
  ): Promise<IssuedSession | undefined> {
    if (idempotencyKey === undefined) return undefined
    const [found] = await findSignUp(db, {
      nonceHash: sha256(nonce),
      codeHash: codeHash(keys.code, nonce, verificationCode),
      receiver,
      scene: 'register',
      repeatKey: sha256(idempotencyKey),
    })
    const [account] = found ? await findAccount(db, found) : []
    if (!account || !(await verifyPassword(account.password_hash, password))) return undefined
    const { uid, email, lang, password_hash: passwordHash } = account
    return issueSession(
      { uid, email, lang, method: 'register', remember: true, passwordHash, authentication: BY_BOTH },
      caller,
    )
  }

  /** Throws `has_account` if another registration claimed the address first. */
  return async function register(input: Registration, caller: Caller): Promise<IssuedSession> {
    const { password, nonce, verificationCode, ticket, idempotencyKey } = input
    assertPasswordLength(password, policy)
    const { address: email, canonical: canonicalEmail } = requireNewMailbox(input.email)
    assertPasswordAllowed(password, policy, { email: canonicalEmail })
    const receiver = mailboxReceiver(keys.receiver, canonicalEmail)
    const repeated = await repeatSignUp(input, receiver, caller)
    if (repeated) return repeated
    const attempt = { nonce, verificationCode, ticket, receiver, scene: 'register', uid: undefined } as const
    await using codeTry = await codes.startTry(attempt, caller)
    await assertNotBreached(password)
    const passwordHash = await hashPassword(password)
    const uid = crypto.randomUUID()
    const { lang } = caller
    // Remembered: the person has just proved that the mailbox and this browser are theirs.
    const session = await generateSession(
      { uid, email, lang, method: 'register', remember: true, authentication: BY_BOTH },
      caller,
    )
    const registered = { event: 'account.register', outcome: 'ok', uid, ...auditContext(caller) } as const
    const outcome = await db.transaction(async tx => {
      const tried = codeTry.tryCode(tx)
      // A lost connection rejects every statement that was sent, and only one error can be thrown.
      tried.catch(() => undefined)
      // Everything is sent together with the try of the code: a wrong code and a claimed address remove it again.
      const isCreated = await inSavepoint(tx, async () => {
        const created = insertPersonalAccount(tx, { uid, canonicalEmail, email, lang, passwordHash })
        const rows = Promise.all([writeAudit(tx, registered), insertSignInRows(tx, session.row)])
        // Rows of an account that does not exist are rejected.
        rows.catch(() => undefined)
        const [isCorrect, isClaimed] = await Promise.all([tried, created])
        if (!isCorrect || !isClaimed) return false
        await rows
        if (idempotencyKey !== undefined)
          await recordSignUp(tx, { nonceHash: sha256(nonce), uid, repeatKey: sha256(idempotencyKey) })
        return true
      })
      if (!isCreated) await writeAudit(tx, { ...registered, outcome: 'refused', uid: null })
      return { isCorrect: await tried, isCreated }
    })
    if (!outcome.isCorrect) return codeTry.rejectWrongCode()
    if (!outcome.isCreated) throw new ApiError('has_account')
    return session.issued
  }
}

export type Register = ReturnType<typeof createRegister>
