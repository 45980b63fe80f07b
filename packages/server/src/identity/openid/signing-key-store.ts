/** Table `openid_key`, and the wrapped private keys of it. */
import type { JWK } from 'jose'
import { statement } from '../../platform/db/database.ts'
import type { IdTokenAlg } from '../app/app-store.ts'

export interface SigningKeyRow {
  readonly kid: string
  readonly alg: IdTokenAlg
  readonly public_key: JWK
  /** it has reached its time and may sign */
  readonly signs: boolean
}

/** Those that sign first, the newest of them first; then those that sign later. */
export const listSigningKeys = statement<SigningKeyRow>(
  'openid.keys',
  `select kid, alg, public_key, signs_from <= now() as signs from openid_key
    where withdrawn_at is null or withdrawn_at > now()
    order by signs_from <= now() desc, alg desc, signs_from desc, kid`,
)

export const insertSigningKey = statement<
  { signs_from: Date },
  { kid: string; alg: IdTokenAlg; publicKey: string; delaySeconds: number }
>(
  'openid.insert_key',
  `insert into openid_key (kid, alg, public_key, signs_from)
   values ($kid, $alg, $publicKey::jsonb, now() + make_interval(secs => $delaySeconds::int)) returning signs_from`,
)

/** The keys that signed so far are published until what they signed has expired. */
export const withdrawOlderKeys = statement<
  { kid: string },
  { alg: IdTokenAlg; kid: string; delaySeconds: number }
>(
  'openid.withdraw_older_keys',
  `update openid_key set withdrawn_at = now() + make_interval(secs => $delaySeconds::int)
    where alg = $alg and kid <> $kid and (withdrawn_at is null or withdrawn_at > now() + make_interval(secs => $delaySeconds::int))
   returning kid`,
)
