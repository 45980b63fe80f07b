/**
 * Social identities of accounts: table `social_link` (what the owner sees) and the rows of `sign_in_identifier` of kind
 * `oauth:<channel>`. The key of an identity is channel, issuer and subject, never an email address (S-064).
 */

import { publishAccountUpdated } from '../../outbound/webhook/publish-account-event.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'
import type { SocialIdentity } from './providers/social-provider.ts'

const NAME_LENGTH_MAX = 100

const identifierKind = (channel: string): string => `oauth:${channel}`
const identifierValue = ({ issuer, subject }: SocialIdentity): string => `${issuer}|${subject}`

const findIdentifier = statement<{ uid: string }, { kind: string; value: string }>(
  'social.find',
  'select uid from sign_in_identifier where kind = $kind and value = $value',
)

/** Returns the uid of the account that the identity is linked to. */
export async function findLinkedAccount(
  db: Queryable,
  channel: string,
  identity: SocialIdentity,
): Promise<string | undefined> {
  const [row] = await findIdentifier(db, { kind: identifierKind(channel), value: identifierValue(identity) })
  return row?.uid
}

const insertIdentifier = statement<{ uid: string }, { kind: string; value: string; uid: string }>(
  'social.claim',
  `insert into sign_in_identifier (kind, value, uid) values ($kind, $value, $uid)
   on conflict do nothing returning uid`,
)

const insertLink = statement<{ uid: string }, { uid: string; channel: string; name: string }>(
  'social.link',
  `insert into social_link (uid, channel, name) values ($uid, $channel, $name)
   on conflict do nothing returning uid`,
)

const deleteIdentifier = statement<never, { kind: string; value: string; uid: string }>(
  'social.release',
  'delete from sign_in_identifier where kind = $kind and value = $value and uid = $uid',
)

/**
 * Links an identity to an account. Returns false, and leaves nothing behind, if the identity belongs to another account
 * or the account already has an identity of the channel. The primary keys decide between concurrent calls.
 */
export async function linkIdentity(
  tx: Queryable,
  uid: string,
  channel: string,
  identity: SocialIdentity,
): Promise<boolean> {
  const identifier = { kind: identifierKind(channel), value: identifierValue(identity), uid }
  const [claimed] = await insertIdentifier(tx, identifier)
  if (!claimed) return false
  const [linked] = await insertLink(tx, { uid, channel, name: identity.name.slice(0, NAME_LENGTH_MAX) })
  if (linked) await publishAccountUpdated(tx, uid, ['social'])
  else await deleteIdentifier(tx, identifier)
  return linked !== undefined
}

/** Returns the links of an account, oldest first. `bound_at` is in unix seconds. */
export const listSocialLinks = statement<
  { channel: string; name: string; bound_at: number },
  { uid: string }
>(
  'social.list',
  `select channel, name, ${epochSeconds('bound_at')} as bound_at
     from social_link where uid = $uid order by bound_at`,
)

/** The link that an account is created with is inserted within this time. */
const CREATION_SECONDS = 60

/** Without the one that the account was created with. */
export const listLinksSince = statement<{ channel: string }, { uid: string; since: Date }>(
  'social.since',
  `select channel from social_link where uid = $uid and bound_at >= $since
      and bound_at > (select created_at + interval '${CREATION_SECONDS} seconds' from account where uid = $uid)`,
)

const deleteLink = statement<never, { uid: string; channel: string }>(
  'social.unbind',
  'delete from social_link where uid = $uid and channel = $channel',
)

const deleteIdentifiersOfKind = statement<never, { uid: string; kind: string }>(
  'social.unbind_identifier',
  'delete from sign_in_identifier where uid = $uid and kind = $kind',
  { scope: 'every shard', because: 'credential change' },
)

export async function unlinkIdentity(tx: Queryable, uid: string, channel: string): Promise<void> {
  await deleteLink(tx, { uid, channel })
  await deleteIdentifiersOfKind(tx, { uid, kind: identifierKind(channel) })
  await publishAccountUpdated(tx, uid, ['social'])
}

const findMailboxIdentifier = statement<{ uid: string }, { uid: string; canonicalEmail: string }>(
  'social.mailbox',
  `select uid from sign_in_identifier where kind = 'email' and value = $canonicalEmail and uid = $uid`,
)

/** Whether the account can be signed in to by a verification code sent to this address. */
export async function isSignInMailbox(db: Queryable, uid: string, canonicalEmail: string): Promise<boolean> {
  const rows = await findMailboxIdentifier(db, { uid, canonicalEmail })
  return rows.length > 0
}
