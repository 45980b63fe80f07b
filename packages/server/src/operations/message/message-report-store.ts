/** Reads over sent messages and announcements for operators. Times are unix seconds. */

import type { MessageCategory } from '@kerf/contract/endpoints/message'
import type { MessageTexts } from '../../messaging/index.ts'
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface SentMessageRow {
  readonly category: MessageCategory
  readonly app: string
  readonly texts: MessageTexts
  readonly sender: string
  readonly from: number
  /** null: no end */
  readonly until: number | null
  /** null: not revoked */
  readonly revoked: number | null
}

const MESSAGE_COLUMNS = `category, app, texts, sender, ${epochSeconds('starts_at')} as "from", ${epochSeconds('ends_at')} as until`

/** Newest first. */
export const listSentBroadcasts = statement<
  SentMessageRow & { readonly key: number; readonly audience: 'all' | 'app' },
  { limit: number }
>(
  'message_report.broadcasts',
  `select id::float8 as key, audience, ${MESSAGE_COLUMNS}, ${epochSeconds('revoked_at')} as revoked
     from broadcast order by starts_at desc, id desc limit $limit`,
)

/** Newest first. A revoked message to one account has no row any more. */
export const listAccountMessages = statement<
  SentMessageRow & { readonly handle: string },
  { uid: string; limit: number }
>(
  'message_report.account_messages',
  `select handle, ${MESSAGE_COLUMNS}, null::float8 as revoked
     from account_message where uid = $uid order by starts_at desc, handle desc limit $limit`,
)

export interface AnnouncementReportRow {
  readonly id: number
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  readonly from: number
  /** null: no end */
  readonly until: number | null
  /** null: not revoked */
  readonly revoked: number | null
}

/** Newest first, revoked ones included. */
export const listAnnouncements = statement<AnnouncementReportRow, { limit: number }>(
  'message_report.announcements',
  `select id, texts, link, picture, ${epochSeconds('starts_at')} as "from", ${epochSeconds('ends_at')} as until,
          ${epochSeconds('revoked_at')} as revoked
     from announcement order by starts_at desc, id desc limit $limit`,
)

export const countAccounts = statement<{ people: number }>(
  'message_report.accounts',
  'select count(*)::int as people from account',
  { scope: 'every shard', because: 'operator' },
)

/** Accounts that have used an app. */
export const countAccountsOfApp = statement<{ people: number }, { app: string }>(
  'message_report.accounts_of_app',
  'select count(*)::int as people from account_app where app = $app',
  { scope: 'every shard', because: 'operator' },
)

/** No row: there is no such message to many. */
export const findSentBroadcast = statement<
  { audience: 'all' | 'app'; app: string; from: number },
  { id: number }
>(
  'message_report.broadcast',
  `select audience, app, ${epochSeconds('starts_at')} as "from" from broadcast where id = $id`,
)

/** Whether an account has read the broadcast `b`: by itself, or by "mark all as read". */
const isReadBy = (uid: string): string =>
  `(exists (select 1 from message_mark k
            where k.uid = ${uid} and k.category = b.category and b.published <= k.version and b.starts_at <= k.at)
    or exists (select 1 from broadcast_read r where r.uid = ${uid} and r.broadcast = b.id))`

/** Accounts of the audience that have read a message to many. A mark of all messages counts too. */
export const countReaders = statement<{ people: number }, { id: number }>(
  'message_report.readers',
  `select count(*)::int as people from account a, broadcast b
    where b.id = $id and ${isReadBy('a.uid')}
      and (b.audience = 'all' or exists (select 1 from account_app p where p.uid = a.uid and p.app = b.app))`,
  { scope: 'every shard', because: 'operator' },
)

export const isBroadcastRead = statement<{ read: boolean }, { id: number; uid: string }>(
  'message_report.is_read',
  `select ${isReadBy('$uid')} as read from broadcast b where b.id = $id`,
)

/** Of a message to one account; `readAt` null: not read. */
export const findAccountMessageRead = statement<{ readAt: number | null }, { uid: string; handle: string }>(
  'message_report.account_message_read',
  `select ${epochSeconds('read_at')} as "readAt" from account_message where uid = $uid and handle = $handle`,
)
