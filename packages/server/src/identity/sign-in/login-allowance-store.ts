/** Table `login_allowance`: password logins from a new country that the owner has allowed by the link of the email. */
import { statement } from '../../platform/db/database.ts'

export interface AllowedNetwork {
  readonly uid: string
  readonly networkHash: Buffer
}

export const insertLoginAllowance = statement<never, AllowedNetwork & { seconds: number }>(
  'login_allowance.insert',
  `insert into login_allowance (uid, network_hash, expires_at)
   values ($uid, $networkHash, now() + make_interval(secs => $seconds))
   on conflict (uid, network_hash) do update set expires_at = excluded.expires_at`,
)

/** Returns a row once. */
export const consumeLoginAllowance = statement<{ uid: string }, AllowedNetwork>(
  'login_allowance.consume',
  `delete from login_allowance where uid = $uid and network_hash = $networkHash and expires_at > now() returning uid`,
)
