/** Table `announcement`: announcements for every visitor. Times are milliseconds since 1970 by the database's clock. */

import { statement } from '../../platform/db/database.ts'
import { epochMilliseconds } from '../../platform/db/epoch.ts'
import type { MessageTexts } from '../message/content/message-content.ts'
import { RECALL_MARGIN_SECONDS } from '../message/store/broadcast-store.ts'

export interface AnnouncementRow {
  readonly id: number
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  readonly starts: number
  readonly ends: number | null
}

/** Newest first, after a start time and id. `afterStarts` null: from the newest. */
export const listVisibleAnnouncements = statement<
  AnnouncementRow,
  { afterStarts: number | null; afterId: number; limit: number }
>(
  'announcement.visible',
  `select id, texts, link, picture, ${epochMilliseconds('starts_at')} as starts,
          ${epochMilliseconds('ends_at')} as ends
     from announcement
    where starts_at <= now() and (ends_at is null or ends_at > now()) and revoked_at is null
      and ($afterStarts::float8 is null or (starts_at, id) < (to_timestamp($afterStarts::float8 / 1000), $afterId))
    order by starts_at desc, id desc limit $limit`,
)

export interface NewAnnouncement {
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  /** null: now */
  readonly from: Date | null
  readonly until: Date | null
  readonly sender: string
}

/** Starts are truncated to milliseconds, because cursors of lists carry milliseconds. */
export const insertAnnouncement = statement<
  { id: number; starts_at: Date; ends_at: Date | null },
  NewAnnouncement
>(
  'announcement.insert',
  `insert into announcement (texts, link, picture, starts_at, ends_at, sender)
   values ($texts, $link, $picture, date_trunc('milliseconds', coalesce($from::timestamptz, clock_timestamp())), $until, $sender)
   returning id, starts_at, ends_at`,
)

/** No row: there is no such announcement, or it is revoked already. */
export const revokeAnnouncement = statement<{ id: number }, { id: number }>(
  'announcement.revoke',
  'update announcement set revoked_at = now() where id = $id and revoked_at is null returning id',
)

/** No row: there is no such announcement that starts later; it may be shown already. */
export const recallAnnouncement = statement<{ id: number }, { id: number }>(
  'announcement.recall',
  `update announcement set revoked_at = now()
    where id = $id and revoked_at is null and starts_at > now() + interval '${RECALL_MARGIN_SECONDS} seconds'
   returning id`,
)
