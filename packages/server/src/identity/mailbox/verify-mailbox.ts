/** Names a mailbox and a scene, and returns the nonce that a code is requested with. */
import type { OwnScene, PublicScene } from '@kerf/contract/fields'
import type { Caller } from '../../platform/audit/caller.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount, findAccountByIdentifier, NO_UID } from '../account/credential-store.ts'
import { maskEmail, requireCanonicalEmail, requireNewMailbox } from '../account/email-address.ts'
import { createNonce } from '../verification/create-nonce.ts'
import { accountReceiver, mailboxReceiver } from '../verification/receiver-hash.ts'
import { resolveSecondReceiver } from './second-email.ts'

/** Lookups of accounts by one IP address, in either privacy mode, and by an account for itself (S-025, S-082). */
const LOOKUP_LIMIT = { limit: 60, seconds: 600 }

/** Strict privacy shows no part of an address, whether the account exists or not. */
const HIDDEN_RECEIVER = '***'

export function createVerifyMailbox({
  db,
  keys,
  limiter,
  clock,
  config: { accountPrivacy },
}: Pick<PlatformServices, 'db' | 'keys' | 'limiter' | 'clock' | 'config'>) {
  const assertUnderLimit = (caller: Caller): Promise<void> =>
    limiter.consume(...addressLimits('ask', caller, LOOKUP_LIMIT))

  return {
    /**
     * Friendly privacy throws `email_no_account` (login, findpwd), `email_has_taken` (register) or `email_has_connected`
     * (bind). Strict privacy returns a nonce for every mailbox. `secondEmail` gets one in both, whether it belongs to the account or not:
     * who recovers whom is nobody's business.
     */
    async byEmail(
      {
        email,
        scene,
        secondEmail,
      }: { readonly email: string; readonly scene: PublicScene; readonly secondEmail?: string | undefined },
      caller: Caller,
    ): Promise<{ nonce: string }> {
      if (secondEmail !== undefined && scene !== 'findpwd')
        throw new ApiError('bad_request', { fields: { secondEmail: 'invalid' } })
      const isNew = scene === 'register' || scene === 'bind'
      const canonical = isNew ? requireNewMailbox(email).canonical : requireCanonicalEmail(email)
      await assertUnderLimit(caller)
      const account = await findAccountByIdentifier(db, { kind: 'email', value: canonical })
      if (accountPrivacy === 'friendly') {
        const mustExist = scene === 'login' || scene === 'findpwd'
        if (mustExist && !account) throw new ApiError('email_no_account')
        if (scene === 'register' && account) throw new ApiError('email_has_taken')
        if (scene === 'bind' && account) throw new ApiError('email_has_connected')
      }
      if (secondEmail !== undefined) {
        const second = await resolveSecondReceiver(
          db,
          { clock, key: keys.receiver },
          account?.uid ?? NO_UID,
          secondEmail,
        )
        const uid = second.isOwn ? (account?.uid ?? null) : null
        return { nonce: await createNonce(db, { receiver: second.receiver, scene, uid }) }
      }
      const receiver = mailboxReceiver(keys.receiver, canonical)
      return { nonce: await createNonce(db, { receiver, scene, uid: account?.uid ?? null }) }
    },

    /** For the signed-in account's own mailbox. */
    async byOwner(
      { scene }: { readonly scene: OwnScene },
      uid: string,
    ): Promise<{ nonce: string; receiver: string }> {
      const [account] = await findAccount(db, { uid })
      if (!account) throw new ApiError('no_account')
      await limiter.consume({ key: `ask:${uid}`, ...LOOKUP_LIMIT })
      const nonce = await createNonce(db, { receiver: accountReceiver(keys.receiver, uid), scene, uid })
      return { nonce, receiver: maskEmail(account.email) }
    },

    /** For a password reset of an enterprise account. Its address is returned masked. */
    async byEnterpriseAccount(
      input: { readonly account: string },
      caller: Caller,
    ): Promise<{ nonce: string; receiver: string }> {
      await assertUnderLimit(caller)
      const accountId = input.account.toLowerCase()
      const account = await findAccountByIdentifier(db, { kind: 'account', value: accountId })
      if (!account && accountPrivacy === 'friendly') throw new ApiError('no_account')
      // Strict privacy: an unknown account gets a nonce, too, for a receiver that no account has.
      const nonce = await createNonce(db, {
        receiver: accountReceiver(keys.receiver, account?.uid ?? `nobody ${accountId}`),
        scene: 'findpwd',
        uid: account?.uid ?? null,
      })
      const isHidden = !account || accountPrivacy === 'strict'
      return { nonce, receiver: isHidden ? HIDDEN_RECEIVER : maskEmail(account.email) }
    },
  }
}

export type VerifyMailbox = ReturnType<typeof createVerifyMailbox>
