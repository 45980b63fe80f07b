/** Which account an identity belongs to. The key is (channel, issuer, subject), never an e-mail address (S-064). */
import { type Queryable, statement } from '../../platform/db/database.ts'
import type { SocialIdentity } from './social-provider.ts'

const kindOf = (channel: string): string => `oauth:${channel}`
const identityKey = ({ issuer, subject }: SocialIdentity): string => `${issuer}|${subject}`

const find = statement<{ uid: string }, [kind: string, value: string]>(
  'social.find',
  'select uid from sign_in_identifier where kind = $1 and value = $2',
)

export async function findLinked(
  on: Queryable,
  channel: string,
  identity: SocialIdentity,
): Promise<string | undefined> {
  const [row] = await find(on, kindOf(channel), identityKey(identity))
  return row?.uid
}

/** Claims the identity for an account that has none of the channel yet. No row: one of the two is taken. */
const link = statement<
  { uid: string },
  [uid: string, kind: string, value: string, channel: string, name: string]
>(
  'social.link',
  `with claimed as (
     insert into sign_in_identifier (kind, value, uid)
     select $2, $3, $1 where not exists (select from social_link where uid = $1 and channel = $4)
     on conflict do nothing returning uid
   )
   insert into social_link (uid, channel, name) select uid, $4, $5 from claimed
   on conflict do nothing returning uid`,
)

/** False when the identity is another account's, or the account has another identity of the channel. */
export async function linkIdentity(
  on: Queryable,
  uid: string,
  channel: string,
  identity: SocialIdentity,
): Promise<boolean> {
  const [row] = await link(
    on,
    uid,
    kindOf(channel),
    identityKey(identity),
    channel,
    identity.name.slice(0, 100),
  )
  return row !== undefined
}

/** What an account is connected to, longest first. */
export const listSocial = statement<{ channel: string; name: string; bound_at: number }, [uid: string]>(
  'social.list',
  `select channel, name, floor(extract(epoch from bound_at))::float8 as bound_at
     from social_link where uid = $1 order by bound_at`,
)
