/**
 * Registration with a passkey in place of a password: the code proves the mailbox, one ceremony creates the passkey, and the account,
 * the passkey and the session are stored together (S-016).
 */

import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { inSavepoint } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { insertPersonalAccount } from '../account/account-store.ts'
import { requireNewMailbox } from '../account/email-address.ts'
import type { GenerateSession } from '../session/issue-session.ts'
import type { IssuedSession } from '../session/session-claims.ts'
import { insertSignInRows } from '../session/store-session.ts'
import { mailboxReceiver } from '../verification/receiver-hash.ts'
import type { SubmittedCode, VerificationCodes } from '../verification/verification-codes.ts'
import type { PasskeyCeremonies } from './passkey-ceremonies.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import type { CreatedPasskey } from './verify-ceremony.ts'

export interface PasskeyRegisterDependencies extends Pick<PlatformServices, 'db' | 'keys'> {
  readonly codes: VerificationCodes
  readonly ceremonies: PasskeyCeremonies
  readonly challenges: PasskeyChallenges
  readonly generateSession: GenerateSession
}

export interface MailboxProof extends SubmittedCode {
  readonly email: string
}

export function createRegisterByPasskey(deps: PasskeyRegisterDependencies) {
  const { db, keys, codes, ceremonies, challenges, generateSession } = deps

  const resolveMailbox = (typed: string) => {
    const { address: email, canonical: canonicalEmail } = requireNewMailbox(typed)
    return { email, canonicalEmail, receiver: mailboxReceiver(keys.receiver, canonicalEmail) }
  }
  const startTry = (code: SubmittedCode, receiver: Buffer, caller: Caller) =>
    codes.startTry({ ...code, receiver, scene: 'register', uid: undefined }, caller)

  return {
    /**
     * Options for a person whose code is right. A right code is tried in a savepoint that is rolled back: it stays good for the
     * registration, and for another one with a password. A wrong one counts.
     */
    async options(
      { email: typed, ...code }: MailboxProof,
      product: string,
      browserHash: Buffer,
      caller: Caller,
    ) {
      const { email, receiver } = resolveMailbox(typed)
      await using codeTry = await startTry(code, receiver, caller)
      let isCorrect = false
      await db.transaction(tx =>
        inSavepoint(tx, async () => {
          isCorrect = await codeTry.tryCode(tx)
          return !isCorrect
        }),
      )
      if (!isCorrect) return codeTry.rejectWrongCode()
      const owner = { uid: crypto.randomUUID(), email, product }
      return ceremonies.creationOptions({ purpose: 'register', browserHash, receiver }, owner)
    },

    /** Throws `has_account` if another registration claimed the address first, `passkey_rejected`, `expired`, and the errors of a code. */
    async register(
      { email: typed, credential, ...code }: MailboxProof & { readonly credential: CreatedPasskey },
      caller: Caller,
    ): Promise<IssuedSession> {
      const { email, canonicalEmail, receiver } = resolveMailbox(typed)
      const binding = { purpose: 'register', browserHash: caller.browserHash, receiver } as const
      const { challenge, registration } = await ceremonies.verifyCreated(credential, binding)
      const { uid } = challenge
      const { lang } = caller
      const session = await generateSession({ uid, email, lang, method: 'register', remember: true }, caller)
      const registered = { event: 'account.register', outcome: 'ok', uid, ...auditContext(caller) } as const
      await using codeTry = await startTry(code, receiver, caller)
      const outcome = await db.transaction(async tx => {
        let isCorrect = false
        const isCreated = await inSavepoint(tx, async () => {
          await challenges.consume(tx, challenge)
          const account = { uid, canonicalEmail, email, lang, passwordHash: null }
          isCorrect = await codeTry.tryCode(tx)
          if (!isCorrect || !(await insertPersonalAccount(tx, account))) return false
          await ceremonies.store(tx, uid, credential.response, registration, caller)
          await writeAudit(tx, { ...registered, detail: { by: 'passkey' } })
          await insertSignInRows(tx, session.row)
          return true
        })
        if (!isCreated) {
          // Counts the try, which the savepoint has removed.
          if (!isCorrect) await codeTry.tryCode(tx)
          await writeAudit(tx, { ...registered, outcome: 'refused', uid: null })
        }
        return { isCorrect, isCreated }
      })
      if (!outcome.isCorrect) return codeTry.rejectWrongCode()
      if (!outcome.isCreated) throw new ApiError('has_account')
      return session.issued
    },
  }
}

export type RegisterByPasskey = ReturnType<typeof createRegisterByPasskey>
