/** Lists the visible announcements, newest first, in the caller's language. */
import type { OutputOf, ParsedInputOf } from '@kerf/contract/endpoint'
import type { listAnnouncements as endpoint } from '@kerf/contract/endpoints/announcement'
import type { Language } from '@kerf/contract/language'
import type { Queryable } from '../../platform/db/database.ts'
import { invalidCursor } from '../../web/page-cursor.ts'
import { textFor } from '../message/content/message-content.ts'
import { announcementId } from '../message/content/message-id.ts'
import type { PictureRule } from '../message/content/picture-rule.ts'
import { listVisibleAnnouncements } from './announcement-store.ts'

const DEFAULT_LIMIT = 20

/** Throws `bad_request` for a cursor that does not parse. */
export async function listAnnouncements(
  db: Queryable,
  pictures: PictureRule,
  input: ParsedInputOf<typeof endpoint>,
  lang: Language,
): Promise<OutputOf<typeof endpoint>> {
  const limit = input.limit ?? DEFAULT_LIMIT
  const [, starts, id] = /^(\d{1,15})\.(\d{1,9})$/.exec(input.cursor ?? '') ?? []
  if (input.cursor !== undefined && id === undefined) throw invalidCursor()
  const rows = await listVisibleAnnouncements(db, {
    afterStarts: starts === undefined ? null : Number(starts),
    afterId: Number(id ?? 0),
    limit: limit + 1,
  })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(row => ({
      id: announcementId(row.id),
      ...textFor(row.texts, lang),
      link: row.link,
      picture: row.picture === null ? null : pictures(row.picture),
      at: Math.floor(row.starts / 1000),
      until: row.ends === null ? null : Math.floor(row.ends / 1000),
    })),
    next: rows.length > limit && last ? `${last.starts}.${last.id}` : null,
  }
}
