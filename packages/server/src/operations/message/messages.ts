/** Messages as operators send, take back and list them. Pages that are open show them at once. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { AUDIENCE, MESSAGE_CATEGORIES, type MessageCategory } from '@kerf/contract/endpoints/message'
import {
  type Audience,
  broadcastId,
  type MessageDraft,
  type MessageTexts,
  ownId,
  publishMessage,
  revokeMessage as revokeMessageById,
} from '../../messaging/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { findUid } from '../account/find-account.ts'
import { OperationError } from '../operation-error.ts'
import { assertAppCode, assertPeriod, validateDraft } from './message-draft.ts'

export interface MessageOrder extends MessageDraft {
  /** `all`, `app:CODE`, `uid:UID`; for an account also its e-mail address or enterprise account ID */
  readonly audience: string
  readonly category: string
  /** whose settings hold; by default the audience's app, else the portal itself */
  readonly app?: string | undefined
  readonly from: Date | null
  readonly until: Date | null
  readonly operator: string
}

export interface SentMessage {
  readonly id: string
  readonly audience: string
  readonly category: MessageCategory
  readonly app: string
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  /** unix seconds */
  readonly from: number
  readonly until: number | null
}

/** Checks an order without sending it. Throws an OperationError. */
export async function prepareMessage(db: Database, order: MessageOrder, config: Config) {
  const category = MESSAGE_CATEGORIES.find(known => known === order.category)
  if (category === undefined)
    throw new OperationError(
      `The category is one of ${MESSAGE_CATEGORIES.join(', ')}, not "${order.category}".`,
    )
  const audience = await parseAudience(db, order.audience)
  const app = await assertAppCode(db, order.app ?? (audience.kind === 'app' ? audience.app : DEFAULT_BRAND))
  if (audience.kind === 'app' && app !== audience.app)
    throw new OperationError('A message to the users of an app is that app’s: leave --app away.')
  assertPeriod(order.from, order.until)
  return { ...(await validateDraft(order, config)), audience, category, app }
}

async function parseAudience(db: Database, given: string): Promise<Audience> {
  const [kind, ...rest] = given.trim().split(':')
  const value = rest.join(':')
  if (kind === 'uid' && value !== '') {
    const uid = await findUid(db, value)
    if (uid === undefined) throw new OperationError('There is no such account.')
    return { kind, uid }
  }
  if (!AUDIENCE.test(given.trim()))
    throw new OperationError(`The audience is all, app:CODE or uid:UID, not "${given}".`)
  return kind === 'app' ? { kind, app: await assertAppCode(db, value) } : { kind: 'all' }
}

const formatAudience = (audience: Audience): string =>
  audience.kind === 'all' ? 'all' : audience.kind === 'app' ? `app:${audience.app}` : `uid:${audience.uid}`

/** Throws an OperationError. */
export async function sendMessage(db: Database, order: MessageOrder, config: Config): Promise<SentMessage> {
  const prepared = await prepareMessage(db, order, config)
  const { from, until, operator } = order
  const made = await db.transaction(tx =>
    publishMessage(tx, { ...prepared, from, until, sender: operator }, { operator }),
  )
  if (!made) throw new OperationError('There is no such account.')
  const { category, app, texts, link, picture } = prepared
  return {
    id: made.id,
    audience: formatAudience(prepared.audience),
    category,
    app,
    texts,
    link,
    picture,
    from: made.from,
    until: made.until,
  }
}

/** Throws an OperationError where there is no such message any more. */
export async function revokeMessage(db: Database, id: string, operator: string): Promise<{ id: string }> {
  await db.transaction(async tx => {
    if (!(await revokeMessageById(tx, id, null, { operator })))
      throw new OperationError(`There is no message ${id}, or it has been taken back already.`)
  })
  return { id }
}

export interface ListedMessage {
  readonly id: string
  readonly audience: string
  readonly category: MessageCategory
  readonly app: string
  readonly texts: MessageTexts
  readonly from: number
  readonly until: number | null
  /** unix seconds, or null */
  readonly revoked: number | null
  readonly sender: string
}

type Row = Omit<ListedMessage, 'id' | 'audience'> & { readonly key: string; readonly audience: string }

const seconds = (column: string): string => `floor(extract(epoch from ${column}))::float8`
const FIELDS = `category, app, texts, sender, ${seconds('starts_at')} as "from", ${seconds('ends_at')} as until`

const broadcasts = statement<Row, [limit: number]>(
  'operate.message.list',
  `select id::text as key, audience, ${FIELDS}, ${seconds('revoked_at')} as revoked
     from broadcast order by starts_at desc, id desc limit $1`,
)
const ofAccount = statement<Row, [uid: string, limit: number]>(
  'operate.message.list_of',
  `select handle as key, '' as audience, ${FIELDS}, null::float8 as revoked
     from account_message where uid = $1 order by starts_at desc, handle desc limit $2`,
)

/** Broadcasts, newest first; with `who`, the messages to that account. */
export async function listSentMessages(
  db: Database,
  { who, limit, operator }: { who: string | undefined; limit: number; operator: string },
): Promise<ListedMessage[]> {
  if (who === undefined) {
    const rows = await broadcasts(db, limit)
    return rows.map(({ key, ...row }) => ({
      id: broadcastId(Number(key)),
      ...row,
      audience: row.audience === 'app' ? `app:${row.app}` : 'all',
    }))
  }
  const uid = await findUid(db, who)
  if (uid === undefined) throw new OperationError('There is no such account.')
  const rows = await ofAccount(db, uid, limit)
  // What an account was written is its own affair: looking is on record.
  await writeAudit(db, {
    event: 'message.list',
    outcome: 'ok',
    uid,
    operator,
    detail: { messages: rows.length },
  })
  return rows.map(({ key, ...row }) => ({ id: ownId(uid, key), ...row, audience: `uid:${uid}` }))
}
