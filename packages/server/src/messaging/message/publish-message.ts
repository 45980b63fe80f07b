/** Publishing, for operators and apps alike: the row, its audit row and the notification in one transaction. */
import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { type AuditEvent, writeAudit } from '../../platform/audit/write-audit.ts'
import { type Queryable, statement } from '../../platform/db/database.ts'
import type { MessageContent, MessageTexts } from './message-content.ts'
import { broadcastId, newHandle, ownId, parseMessageId } from './message-id.ts'
import { notifyPublished } from './notify-changes.ts'

export type Audience =
  | { readonly kind: 'all' }
  | { readonly kind: 'app'; readonly app: string }
  | { readonly kind: 'uid'; readonly uid: string }

export interface NewMessage extends MessageContent {
  readonly audience: Audience
  readonly category: MessageCategory
  /** the app it comes from: its settings hold */
  readonly app: string
  /** earlier than now counts as now */
  readonly from: Date | null
  readonly until: Date | null
  /** operator's name or client id */
  readonly sender: string
}

export interface PublishedMessage {
  readonly id: string
  /** unix seconds */
  readonly from: number
  readonly until: number | null
}

/** Who acts, as the audit row says it. */
export type Actor = Pick<AuditEvent, 'operator' | 'app' | 'network' | 'requestId'>

/** An operator is named in a column of the row; an app's client id has none. */
const byClient = ({ operator }: Actor, sender: string | null): Record<string, string> =>
  operator == null && sender !== null ? { client: sender } : {}

type Times = { readonly from: number; readonly until: number | null }
type Common = [
  app: string,
  category: string,
  texts: MessageTexts,
  link: string | null,
  picture: string | null,
  from: Date | null,
  until: Date | null,
  sender: string,
]

const BEGINS = `date_trunc('milliseconds', greatest($6::timestamptz, clock_timestamp()))`
const TIMES = `floor(extract(epoch from starts_at))::float8 as "from", floor(extract(epoch from ends_at))::float8 as until`

/** Held until the commit, so that broadcasts are published one after the other, in the order of their versions. */
const nextVersion = statement<{ version: number }>(
  'message.next_version',
  'update broadcast_version set version = version + 1 returning version::float8',
)

const insertBroadcast = statement<
  Times & { id: number },
  [...Common, audience: 'all' | 'app', version: number]
>(
  'message.insert_broadcast',
  `insert into broadcast (app, category, texts, link, picture, starts_at, ends_at, sender, audience, published, changed)
   values ($1, $2, $3, $4, $5, ${BEGINS}, $7, $8, $9, $10, $10) returning id, ${TIMES}`,
)

/** Only to an account that is there at this moment and stays until the commit: a deletion leaves nothing behind. */
const insertOwn = statement<Times, [...Common, uid: string, handle: string]>(
  'message.insert_own',
  `insert into account_message (app, category, texts, link, picture, starts_at, ends_at, sender, uid, handle)
   select $1, $2, $3::jsonb, $4, $5, ${BEGINS}, $7::timestamptz, $8, uid, $10
     from (select uid from account where uid = $9 for key share) a returning ${TIMES}`,
)

/** undefined: there is no such account. */
export async function publishMessage(
  tx: Queryable,
  message: NewMessage,
  actor: Actor,
): Promise<PublishedMessage | undefined> {
  const { audience, app, category, texts, link, picture, from, until, sender } = message
  const common: Common = [app, category, texts, link, picture, from, until, sender]
  let made: PublishedMessage | undefined
  if (audience.kind === 'uid') {
    const handle = newHandle()
    const [row] = await insertOwn(tx, ...common, audience.uid, handle)
    if (!row) return undefined
    made = { id: ownId(audience.uid, handle), ...row }
    await notifyPublished(tx, audience.uid)
  } else {
    const [next] = await nextVersion(tx)
    const [row] = await insertBroadcast(tx, ...common, audience.kind, next?.version ?? 0)
    if (!row) return undefined
    made = { id: broadcastId(row.id), from: row.from, until: row.until }
    await notifyPublished(tx, '')
  }
  await writeAudit(tx, {
    event: 'message.send',
    outcome: 'ok',
    ...actor,
    uid: audience.kind === 'uid' ? audience.uid : null,
    detail: {
      // The id of a message to one account says which; the row's own column does already.
      id: audience.kind === 'uid' ? null : made.id,
      audience: audience.kind === 'app' ? `app:${audience.app}` : audience.kind,
      category,
      from: made.from,
      until: made.until,
      ...byClient(actor, sender),
    },
  })
  return made
}

/** A version is taken only for what there is to revoke: every one has all processes look again. */
const revokeBroadcast = statement<{ id: number }, [id: number, sender: string | null]>(
  'message.revoke_broadcast',
  `with mine as (
     select id from broadcast where id = $1 and revoked_at is null and ($2::text is null or sender = $2) for update
   ), next as (
     update broadcast_version set version = version + 1 where exists (select from mine) returning version
   )
   update broadcast b set revoked_at = now(), changed = next.version from mine, next where b.id = mine.id returning b.id`,
)
const revokeOwn = statement<{ uid: string }, [uid: string, handle: string, sender: string | null]>(
  'message.revoke_own',
  'delete from account_message where uid = $1 and handle = $2 and ($3::text is null or sender = $3) returning uid',
)

/** `sender`: only one of theirs. False: there is no such message any more. */
export async function revokeMessage(
  tx: Queryable,
  id: string,
  sender: string | null,
  actor: Actor,
): Promise<boolean> {
  const parsed = parseMessageId(id)
  if (parsed?.kind === 'own') {
    const [gone] = await revokeOwn(tx, parsed.uid, parsed.handle, sender)
    if (!gone) return false
    await notifyPublished(tx, parsed.uid)
    await writeAudit(tx, {
      event: 'message.revoke',
      outcome: 'ok',
      ...actor,
      uid: parsed.uid,
      detail: byClient(actor, sender),
    })
    return true
  }
  if (parsed?.kind !== 'broadcast') return false
  const [gone] = await revokeBroadcast(tx, parsed.id, sender)
  if (!gone) return false
  await notifyPublished(tx, '')
  await writeAudit(tx, {
    event: 'message.revoke',
    outcome: 'ok',
    ...actor,
    detail: { id, ...byClient(actor, sender) },
  })
  return true
}
