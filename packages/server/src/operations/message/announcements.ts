/** Announcements: for every visitor, signed in or not. */
import {
  announcementId,
  insertAnnouncement,
  type MessageContent,
  type MessageDraft,
  parseMessageId,
  revokeAnnouncement,
} from '../../messaging/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { OperationError } from '../operation-error.ts'
import { assertPeriod, validateDraft } from './message-draft.ts'

export interface AnnouncementOrder extends MessageDraft {
  readonly from: Date | null
  readonly until: Date | null
  readonly operator: string
}

export interface PublishedAnnouncement extends MessageContent {
  readonly id: string
  /** unix seconds */
  readonly from: number
  readonly until: number | null
}

/** Checks an order without publishing it. Throws an OperationError. */
export async function prepareAnnouncement(order: AnnouncementOrder, config: Config): Promise<MessageContent> {
  assertPeriod(order.from, order.until)
  return validateDraft(order, config)
}

/** Throws an OperationError. */
export async function publishAnnouncement(
  db: Database,
  order: AnnouncementOrder,
  config: Config,
): Promise<PublishedAnnouncement> {
  const content = await prepareAnnouncement(order, config)
  const { texts, link, picture } = content
  const { from, until, operator } = order
  return db.transaction(async tx => {
    const [row] = await insertAnnouncement(tx, texts, link, picture, from, until, operator)
    if (!row) throw new OperationError('The announcement was not stored.')
    const made = { id: announcementId(row.id), from: row.from, until: row.until }
    await writeAudit(tx, { event: 'announcement.publish', outcome: 'ok', operator, detail: made })
    return { ...made, ...content }
  })
}

/** Throws an OperationError where there is no such announcement any more. */
export async function revokeAnnouncementById(
  db: Database,
  id: string,
  operator: string,
): Promise<{ id: string }> {
  const parsed = parseMessageId(id)
  await db.transaction(async tx => {
    const [gone] = parsed?.kind === 'announcement' ? await revokeAnnouncement(tx, parsed.id) : []
    if (!gone) throw new OperationError(`There is no announcement ${id}, or it has been taken back already.`)
    await writeAudit(tx, { event: 'announcement.revoke', outcome: 'ok', operator, detail: { id } })
  })
  return { id }
}

export interface ListedAnnouncement extends PublishedAnnouncement {
  /** unix seconds, or null */
  readonly revoked: number | null
}

const list = statement<Omit<ListedAnnouncement, 'id'> & { id: number }, [limit: number]>(
  'operate.announcement.list',
  `select id, texts, link, picture, floor(extract(epoch from starts_at))::float8 as "from",
          floor(extract(epoch from ends_at))::float8 as until, floor(extract(epoch from revoked_at))::float8 as revoked
     from announcement order by starts_at desc, id desc limit $1`,
)

export async function listAllAnnouncements(db: Database, limit: number): Promise<ListedAnnouncement[]> {
  return (await list(db, limit)).map(row => ({ ...row, id: announcementId(row.id) }))
}
