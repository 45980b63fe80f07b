/** Passkeys of the signed-in account: list, add, rename, remove. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { listPasskeys } from '@kerf/contract/endpoints/passkey'
import type { Language } from '@kerf/contract/language'
import { PASSKEYS_MAX } from '@kerf/contract/limits'
import { notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { placeName } from '../../platform/geo/place-name.ts'
import { uidToBytes } from '../../platform/keys/uid-bytes.ts'
import { listIdentifiers } from '../account/account-store.ts'
import { findAccount } from '../account/credential-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import {
  assertRecentAuthentication,
  assertTwoProofs,
  lockAccountOfSession,
} from '../session/session-companion.ts'
import { authenticatorName } from './authenticator-names.ts'
import { type PasskeyCeremonies, type PasskeyDependencies, passkeyLabel } from './passkey-ceremonies.ts'
import {
  deletePasskey,
  hasPasskey,
  listPasskeyRows,
  type PasskeyRow,
  setPasskeyName,
} from './passkey-store.ts'
import type { CreatedPasskey } from './verify-ceremony.ts'

type Shown = OutputOf<typeof listPasskeys>['passkeys'][number]

const showPasskey = (row: PasskeyRow, lang: Language): Shown => ({
  id: row.credential_id.toString('base64url'),
  name: row.name,
  provider: authenticatorName(row.aaguid),
  synced: row.backed_up,
  suspended: row.is_suspended,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  location: placeName(row.place, lang),
  application: row.application,
})

export function createOwnPasskeys({
  db,
  mail,
  challenges,
  ceremonies,
}: Pick<PasskeyDependencies, 'db' | 'mail' | 'challenges'> & { readonly ceremonies: PasskeyCeremonies }) {
  const bindingOf = (purpose: 'add' | 'verify', browserHash: Buffer | undefined) => ({ purpose, browserHash })

  return {
    async list({ uid }: SessionClaims, lang: Language): Promise<OutputOf<typeof listPasskeys>> {
      const rows = await listPasskeyRows(db, { uid })
      return {
        rpId: ceremonies.relyingPartyId(),
        userHandle: uidToBytes(uid).toString('base64url'),
        passkeys: rows.map(row => showPasskey(row, lang)),
      }
    },

    /** Throws `proof_required`, `passkey_limit`. */
    async creationOptions(session: SessionClaims, product: string, browserHash: Buffer, caller: Caller) {
      await assertTwoProofs(db, session, caller)
      const { uid } = session
      const [[account], existing] = await Promise.all([
        findAccount(db, { uid }),
        listPasskeyRows(db, { uid }),
      ])
      if (!account) throw new ApiError('no_account')
      if (existing.length >= PASSKEYS_MAX) throw new ApiError('passkey_limit')
      const owner = { uid, email: account.email, product }
      return ceremonies.creationOptions(bindingOf('add', browserHash), owner, existing)
    },

    async proofOptions({ uid }: SessionClaims, browserHash: Buffer) {
      const usable = (await listPasskeyRows(db, { uid })).filter(row => !row.is_suspended)
      if (usable.length === 0) throw new ApiError('not_found')
      return ceremonies.requestOptions(bindingOf('verify', browserHash), uid, usable)
    },

    /** Throws `proof_required`, `expired`, `passkey_limit`, `passkey_rejected`. */
    async add(session: SessionClaims, credential: CreatedPasskey, caller: Caller): Promise<Shown> {
      await assertTwoProofs(db, session, caller)
      const { uid } = session
      const { challenge, registration } = await ceremonies.verifyCreated(
        credential,
        bindingOf('add', caller.browserHash),
      )
      if (challenge.uid !== uid) throw new ApiError('expired')
      const stored = await db.transaction(async tx => {
        // The lock serializes additions, so that none exceeds the limit, and an erasure at the same moment.
        await lockAccountOfSession(tx, session)
        const [account] = await findAccount(tx, { uid })
        if (!account) throw new ApiError('no_account')
        if ((await listPasskeyRows(tx, { uid })).length >= PASSKEYS_MAX) throw new ApiError('passkey_limit')
        await challenges.consume(tx, challenge)
        const row = await ceremonies.store(tx, uid, credential.response, registration, caller)
        await writeAudit(tx, { event: 'passkey.added', outcome: 'ok', uid, ...auditContext(caller) })
        await notifyOwner(tx, mail, account, caller, {
          template: 'passkey_added',
          passkey: passkeyLabel(row),
        })
        return row
      })
      return showPasskey(stored, caller.lang)
    },

    /** Throws `not_found`. */
    async rename({ uid }: SessionClaims, id: string, name: string, caller: Caller): Promise<void> {
      const credentialId = Buffer.from(id, 'base64url')
      await db.transaction(async tx => {
        const [renamed] = await setPasskeyName(tx, { uid, credentialId, name })
        if (!renamed) throw new ApiError('not_found')
        await writeAudit(tx, { event: 'passkey.renamed', outcome: 'ok', uid, ...auditContext(caller) })
      })
    },

    /** Does nothing for an unknown passkey, so that a retry succeeds. Throws `proof_required`, `last_sign_in_method`. */
    async remove(session: SessionClaims, id: string, caller: Caller): Promise<void> {
      await assertRecentAuthentication(db, session, caller)
      const { uid } = session
      await db.transaction(async tx => {
        // The lock serializes concurrent calls; the statements after it see what an earlier call has removed.
        await lockAccountOfSession(tx, session)
        const [account] = await findAccount(tx, { uid })
        if (!account) throw new ApiError('no_account')
        const [removed] = await deletePasskey(tx, { uid, credentialId: Buffer.from(id, 'base64url') })
        if (!removed) return
        const isLast =
          account.password_hash === null &&
          (await listIdentifiers(tx, { uid })).length === 0 &&
          !(await hasPasskey(tx, uid))
        if (isLast) throw new ApiError('last_sign_in_method')
        await writeAudit(tx, { event: 'passkey.removed', outcome: 'ok', uid, ...auditContext(caller) })
        await notifyOwner(tx, mail, account, caller, {
          template: 'passkey_removed',
          passkey: passkeyLabel(removed),
        })
      })
    },
  }
}

export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>
