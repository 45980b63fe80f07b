/** Rows of announcements. Times as milliseconds since 1970 by the database's clock. */
import { statement } from '../../platform/db/database.ts'
import type { MessageTexts } from '../message/message-content.ts'

export interface AnnouncementRow {
  readonly id: number
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  readonly starts: number
  readonly ends: number | null
}

/** On show, newest first, before a moment and id. */
export const listShown = statement<AnnouncementRow, [before: number | null, id: number, limit: number]>(
  'announcement.shown',
  `select id, texts, link, picture, (extract(epoch from starts_at) * 1000)::float8 as starts,
          (extract(epoch from ends_at) * 1000)::float8 as ends
     from announcement
    where starts_at <= now() and (ends_at is null or ends_at > now()) and revoked_at is null
      and ($1::float8 is null or (starts_at, id) < (to_timestamp($1::float8 / 1000), $2))
    order by starts_at desc, id desc limit $3`,
)

export const insertAnnouncement = statement<
  { id: number; from: number; until: number | null },
  [
    texts: MessageTexts,
    link: string | null,
    picture: string | null,
    from: Date | null,
    until: Date | null,
    sender: string,
  ]
>(
  'announcement.insert',
  `insert into announcement (texts, link, picture, starts_at, ends_at, sender)
   values ($1, $2, $3, date_trunc('milliseconds', coalesce($4::timestamptz, clock_timestamp())), $5, $6)
   returning id, floor(extract(epoch from starts_at))::float8 as "from", floor(extract(epoch from ends_at))::float8 as until`,
)

export const revokeAnnouncement = statement<{ id: number }, [id: number]>(
  'announcement.revoke',
  'update announcement set revoked_at = now() where id = $1 and revoked_at is null returning id',
)
