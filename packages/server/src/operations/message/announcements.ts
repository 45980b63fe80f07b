/** Publishes, revokes and lists announcements, which every visitor sees. */
import {
  announcementId,
  insertAnnouncement,
  type MessageContent,
  type MessageDraft,
  parseMessageId,
  recallAnnouncement as recallAnnouncementRow,
  revokeAnnouncement as revokeAnnouncementRow,
} from '../../messaging/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { assertPeriod, holdFrom, validateDraft } from './message-draft.ts'
import {
  type AnnouncementReportRow,
  listAnnouncements as listAnnouncementRows,
} from './message-report-store.ts'

export interface AnnouncementOrder extends MessageDraft {
  readonly from: Date | null
  readonly until: Date | null
  /** It is shown after `HOLD_SECONDS`, in which it can be recalled. */
  readonly hold?: boolean
  readonly operator: string
}

export interface PublishedAnnouncement extends MessageContent {
  readonly id: string
  /** unix seconds */
  readonly from: number
  readonly until: number | null
}

/** Validates an order without publishing it. Throws an OperationError. */
export async function prepareAnnouncement(
  db: Database,
  order: AnnouncementOrder,
  config: Config,
): Promise<MessageContent & { readonly from: Date | null }> {
  const from = order.hold ? await holdFrom(db, order.from) : order.from
  await assertPeriod(db, from, order.until)
  return { ...(await validateDraft(order, config)), from }
}

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

/** Throws an OperationError. */
export async function publishAnnouncement(
  db: Database,
  order: AnnouncementOrder,
  config: Config,
): Promise<PublishedAnnouncement> {
  const { from, ...content } = await prepareAnnouncement(db, order, config)
  const { texts, link, picture } = content
  const { until, operator } = order
  return db.transaction(async tx => {
    const [row] = await insertAnnouncement(tx, { texts, link, picture, from, until, sender: operator })
    if (!row) throw new Error('the announcement was not stored')
    const published = {
      id: announcementId(row.id),
      from: unixSeconds(row.starts_at),
      until: row.ends_at === null ? null : unixSeconds(row.ends_at),
    }
    await writeAudit(tx, { event: 'announcement.publish', outcome: 'ok', operator, detail: published })
    return { ...published, ...content }
  })
}

/** Throws an OperationError if there is no such announcement or it is revoked already. */
export async function revokeAnnouncement(
  db: Database,
  id: string,
  operator: string,
): Promise<{ id: string }> {
  const parsed = parseMessageId(id)
  await db.transaction(async tx => {
    const [revoked] =
      parsed?.kind === 'announcement' ? await revokeAnnouncementRow(tx, { id: parsed.id }) : []
    if (!revoked) throw new OperationError('message_unknown', { id })
    await writeAudit(tx, { event: 'announcement.revoke', outcome: 'ok', operator, detail: { id } })
  })
  return { id }
}

/** Takes back an announcement that nobody has seen yet. Throws an OperationError. */
export async function recallAnnouncement(
  db: Database,
  id: string,
  operator: string,
): Promise<{ id: string }> {
  const parsed = parseMessageId(id)
  await db.transaction(async tx => {
    const [recalled] =
      parsed?.kind === 'announcement' ? await recallAnnouncementRow(tx, { id: parsed.id }) : []
    if (!recalled) throw new OperationError('message_shown', { id, kind: 'announcement' })
    await writeAudit(tx, { event: 'announcement.recall', outcome: 'ok', operator, detail: { id } })
  })
  return { id }
}

export interface ListedAnnouncement extends Omit<AnnouncementReportRow, 'id'> {
  readonly id: string
}

/** Newest first, revoked ones included. */
export async function listAnnouncements(db: Database, limit: number): Promise<ListedAnnouncement[]> {
  return (await listAnnouncementRows(db, { limit })).map(row => ({ ...row, id: announcementId(row.id) }))
}
