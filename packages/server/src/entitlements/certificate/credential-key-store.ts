/** Table `credential_key`, and the wrapped private keys of it. */
import type { JWK } from 'jose'
import { statement } from '../../platform/db/database.ts'

export interface CredentialKeyRow {
  readonly kid: string
  readonly public_key: JWK
}

const COLUMNS = 'kid, public_key'

/** The newest key that signs. No row: none was created. */
export const findSigningKey = statement<CredentialKeyRow>(
  'credential.signing_key',
  `select ${COLUMNS} from credential_key where withdrawn_at is null and signs_from <= now()
    order by signs_from desc, kid limit 1`,
)

/** Keys that verifiers may use: also those that sign no more or not yet. */
export const listPublishedKeys = statement<CredentialKeyRow>(
  'credential.published_keys',
  `select ${COLUMNS} from credential_key where withdrawn_at is null order by signs_from desc, kid`,
)

export const insertCredentialKey = statement<
  { signs_from: Date },
  { kid: string; publicKey: string; delaySeconds: number }
>(
  'credential.insert_key',
  `insert into credential_key (kid, public_key, signs_from)
   values ($kid, $publicKey::jsonb, now() + make_interval(secs => $delaySeconds::int)) returning signs_from`,
)

/** No row: there is no such key, or it is withdrawn already. */
export const withdrawCredentialKey = statement<{ kid: string }, { kid: string }>(
  'credential.withdraw_key',
  'update credential_key set withdrawn_at = now() where kid = $kid and withdrawn_at is null returning kid',
)
