/** Registration: a code proves the mailbox before anything is created, then the account is signed in (S-016). */
import type { PasswordPolicy } from '@kerf/contract/password-rules'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, inSavepoint } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { auditContext, type Caller } from '../../platform/http/caller.ts'
import type { IssuedSession } from '../../platform/http/session-claims.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { insertPersonalAccount } from '../account/account-store.ts'
import { requireNewMailbox } from '../account/email-address.ts'
import type { PrepareSession } from '../session/issue-session.ts'
import { insertSignInRows } from '../session/store-session.ts'
import { mailboxReceiver } from '../verification/receiver-hash.ts'
import type { SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import { hashPassword } from './password-hash.ts'
import { assertPasswordAllowed, assertPasswordLength } from './password-policy.ts'

export interface RegisterDependencies {
  readonly db: Database
  readonly keys: Keys
  readonly codes: VerificationCodes
  readonly prepareSession: PrepareSession
  readonly policy: PasswordPolicy
}

export interface Registration extends SubmittedCode {
  readonly email: string
  readonly password: string
}

export function createRegister({ db, keys, codes, prepareSession, policy }: RegisterDependencies) {
  /** Throws `has_account` if another registration claimed the address first. */
  return async function register(input: Registration, caller: Caller): Promise<IssuedSession> {
    const { password, nonce, verificationCode, ticket } = input
    assertPasswordLength(password, policy)
    const { address: email, canonical: canonicalEmail } = requireNewMailbox(input.email)
    assertPasswordAllowed(password, policy, { email: canonicalEmail })
    const receiver = mailboxReceiver(keys.receiver, canonicalEmail)
    const attempt = { nonce, verificationCode, ticket, receiver, scene: 'register', uid: undefined } as const
    await using codeTry = await codes.startTry(attempt, caller)
    const passwordHash = await hashPassword(password)
    const uid = crypto.randomUUID()
    const { lang } = caller
    // Remembered: the person has just proved that the mailbox and this browser are theirs.
    const session = await prepareSession({ uid, email, lang, method: 'register', remember: true }, caller)
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
