/** Table `passkey`. A credential is found by uid and credential id: the uid comes with the assertion, as its user handle. */
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface PasskeyKey {
  readonly uid: string
  readonly credentialId: Buffer
}

export interface PasskeyRow {
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly sign_count: number
  readonly transports: readonly string[]
  readonly aaguid: string
  readonly name: string
  readonly backup_eligible: boolean
  readonly backed_up: boolean
  /** unix seconds */
  readonly created_at: number
  /** unix seconds; null: never */
  readonly last_used_at: number | null
  readonly place: string
  readonly application: string
  readonly is_suspended: boolean
}

const COLUMNS = `credential_id, public_key, sign_count::float8 as sign_count, transports, aaguid, name, backup_eligible, backed_up,
       ${epochSeconds('created_at')} as created_at,
       ${epochSeconds('last_used_at')} as last_used_at,
       place, application, suspended_at is not null as is_suspended`

export const findPasskey = statement<PasskeyRow, PasskeyKey>(
  'passkey.find',
  `select ${COLUMNS} from passkey where uid = $uid and credential_id = $credentialId`,
)

/** Oldest first. */
export const listPasskeyRows = statement<PasskeyRow, { uid: string }>(
  'passkey.list',
  `select ${COLUMNS} from passkey where uid = $uid order by passkey.created_at, credential_id`,
)

/** Another account has the credential. A copied id would hide that account's own passkey behind a key of somebody else. */
export const findForeignPasskey = statement<{ uid: string }, PasskeyKey>(
  'passkey.find_foreign',
  'select uid from passkey where credential_id = $credentialId and uid <> $uid limit 1',
  { scope: 'every shard', because: 'credential change' },
)

export interface NewPasskey extends PasskeyKey {
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
  readonly aaguid: string
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly place: string
  readonly application: string
}

/** Returns no row if the account has the credential already. */
export const insertPasskey = statement<PasskeyRow, NewPasskey>(
  'passkey.insert',
  `insert into passkey (uid, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up, place,
                        application)
   values ($uid, $credentialId, $publicKey, $signCount, $transports, $aaguid, $backupEligible, $backedUp, $place, $application)
   on conflict do nothing returning ${COLUMNS}`,
)

/**
 * Records an accepted use. Returns no row if the passkey is suspended or removed, or its counter did not rise: a copy of it was used
 * (WebAuthn section 7.2, step 22). Decides and stores in one statement, so that of two uses with one counter only one succeeds.
 */
export const recordPasskeyUse = statement<
  { uid: string },
  PasskeyKey & {
    readonly signCount: number
    readonly backedUp: boolean
    readonly place: string
    readonly application: string
  }
>(
  'passkey.use',
  `update passkey set sign_count = $signCount, backed_up = $backedUp, last_used_at = now(), place = $place,
          application = $application
    where uid = $uid and credential_id = $credentialId and suspended_at is null
      and (sign_count < $signCount or (sign_count = 0 and $signCount = 0)) returning uid`,
)

/** Returns no row if it was suspended before, or removed. */
export const suspendPasskey = statement<{ uid: string }, PasskeyKey>(
  'passkey.suspend',
  `update passkey set suspended_at = now()
    where uid = $uid and credential_id = $credentialId and suspended_at is null returning uid`,
)

export const setPasskeyName = statement<{ uid: string }, PasskeyKey & { name: string }>(
  'passkey.rename',
  'update passkey set name = $name where uid = $uid and credential_id = $credentialId returning uid',
)

/** Returns the removed passkey. */
export const deletePasskey = statement<PasskeyRow, PasskeyKey>(
  'passkey.delete',
  `delete from passkey where uid = $uid and credential_id = $credentialId returning ${COLUMNS}`,
)

/** Returns the removed passkeys. */
export const deletePasskeysSince = statement<PasskeyRow, { uid: string; since: Date }>(
  'passkey.delete_since',
  `delete from passkey where uid = $uid and created_at >= $since returning ${COLUMNS}`,
)

/** Passkeys that the account can be signed in to with. */
export const countUsablePasskeys = statement<{ count: number }, { uid: string }>(
  'passkey.count',
  'select count(*)::int as count from passkey where uid = $uid and suspended_at is null',
)

/** Whether the account can be signed in to with a passkey. */
export async function hasPasskey(on: Queryable, uid: string): Promise<boolean> {
  const [counted] = await countUsablePasskeys(on, { uid })
  return (counted?.count ?? 0) > 0
}
