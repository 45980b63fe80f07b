/** Names a mailbox and a scene; answers the nonce that a code is asked with (decisions 6). */
import type { Scene } from '@kerf/contract/fields'
import { NONCE_TTL_SECONDS } from '@kerf/contract/limits'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { findAccount, findByIdentifier } from '../account/credential-store.ts'
import { maskEmail } from '../account/email-address.ts'
import { createNonce } from './create-nonce.ts'
import { accountReceiver, mailboxReceiver, requireCanonicalEmail } from './receiver-hash.ts'

export interface VerificationDependencies {
  readonly db: Database
  readonly keys: Keys
  readonly limiter: Limiter
  readonly accountPrivacy: 'friendly' | 'strict'
}

/** Questions about accounts an address may ask in ten minutes, in either privacy (S-025, S-082); an account about itself. */
const ASK_LIMIT = { limit: 60, seconds: 600 }

/** Scenes anyone may name a mailbox for; the others act on the signed-in account. */
const OPEN_SCENES: readonly Scene[] = ['login', 'register', 'findpwd', 'bind']

export function createVerifyMailbox({ db, keys, limiter, accountPrivacy }: VerificationDependencies) {
  const nonceFor = (receiver: Buffer, scene: Scene, uid: string | null): Promise<string> =>
    createNonce(db, receiver, scene, uid, NONCE_TTL_SECONDS)
  const ask = (caller: Caller): Promise<void> => limiter.take({ key: `ask:${caller.limitKey}`, ...ASK_LIMIT })

  return {
    /** Friendly: 20114 (login, findpwd), 20116 (register), 20403 (bind). Strict: a nonce for every mailbox alike. */
    async byEmail(input: { email: string; scene: Scene }, caller: Caller): Promise<{ nonce: string }> {
      if (!OPEN_SCENES.includes(input.scene))
        throw new ApiError('bad_request', { fields: { scene: 'invalid' } })
      const canonical = requireCanonicalEmail(input.email)
      await ask(caller)
      const [account] = await findByIdentifier(db, 'email', canonical)
      if (accountPrivacy === 'friendly') {
        const mustExist = input.scene === 'login' || input.scene === 'findpwd'
        if (mustExist && !account) throw new ApiError('email_no_account')
        if (input.scene === 'register' && account) throw new ApiError('email_has_taken')
        if (input.scene === 'bind' && account) throw new ApiError('email_has_connected')
      }
      return {
        nonce: await nonceFor(mailboxReceiver(keys.receiver, canonical), input.scene, account?.uid ?? null),
      }
    },

    /** For the signed-in account's own mailbox, every scene but those that need none. */
    async byOwner(input: { scene: Scene }, uid: string): Promise<{ nonce: string; receiver: string }> {
      if (input.scene === 'register' || input.scene === 'bind')
        throw new ApiError('bad_request', { fields: { scene: 'invalid' } })
      const [account] = await findAccount(db, uid)
      if (!account) throw new ApiError('no_account')
      await limiter.take({ key: `ask:${uid}`, ...ASK_LIMIT })
      const nonce = await nonceFor(accountReceiver(keys.receiver, uid), input.scene, uid)
      return { nonce, receiver: maskEmail(account.email) }
    },

    /** For recovery of an enterprise account: the mailbox is shown masked. */
    async byEnterpriseAccount(
      input: { account: string },
      caller: Caller,
    ): Promise<{ nonce: string; receiver: string }> {
      await ask(caller)
      const [account] = await findByIdentifier(db, 'account', input.account.toLowerCase())
      if (!account) {
        if (accountPrivacy === 'friendly') throw new ApiError('no_account')
        // Strict: an answer of the same shape for a mailbox that is nobody's.
        const nobody = accountReceiver(keys.receiver, `nobody ${input.account.toLowerCase()}`)
        return { nonce: await nonceFor(nobody, 'findpwd', null), receiver: strictReceiver }
      }
      const nonce = await nonceFor(accountReceiver(keys.receiver, account.uid), 'findpwd', account.uid)
      return { nonce, receiver: accountPrivacy === 'strict' ? strictReceiver : maskEmail(account.email) }
    },
  }
}

/** In strict privacy no part of a mailbox is shown, known or not. */
const strictReceiver = '***'

export type VerifyMailbox = ReturnType<typeof createVerifyMailbox>
