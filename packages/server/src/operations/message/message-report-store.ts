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
