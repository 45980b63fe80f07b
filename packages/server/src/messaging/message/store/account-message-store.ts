/** Table `account_message`: messages to one account. Times are milliseconds since 1970 by the database's clock. */

import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { statement } from '../../../platform/db/database.ts'
import { epochMilliseconds } from '../../../platform/db/epoch.ts'
import type { MessageTexts } from '../content/message-content.ts'

/** SQL condition: the message is within its display period. */
export const IN_DISPLAY_PERIOD = 'starts_at <= now() and (ends_at is null or ends_at > now())'
/** SQL condition on a message `m`: the account has not muted its category. */
export const NOT_MUTED =
  'not exists (select 1 from message_muted s where s.uid = m.uid and s.app = m.app and s.category = m.category)'

export interface AccountMessage {
  /** unique within the account */
  readonly handle: string
  readonly app: string
  readonly category: MessageCategory
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  readonly starts: number
  readonly ends: number | null
  readonly read: boolean
}

export interface AccountMessagePage {
  readonly uid: string
  /** null: all categories */
  readonly category: MessageCategory | null
  /** null: read and unread */
  readonly read: boolean | null
  /** start time and handle of the last message of the previous page; null: from the beginning */
  readonly afterStarts: number | null
  readonly afterHandle: string
  readonly limit: number
}

const listInOrder = (name: string, order: 'asc' | 'desc', than: '<' | '>') =>
  statement<AccountMessage, AccountMessagePage>(
    name,
    `select handle, app, category, texts, link, picture, ${epochMilliseconds('starts_at')} as starts,
            ${epochMilliseconds('ends_at')} as ends, read_at is not null as read
       from account_message m
      where uid = $uid and ${IN_DISPLAY_PERIOD} and ($category::text is null or category = $category)
        and ($read::boolean is null or (read_at is not null) = $read)
        and ($afterStarts::float8 is null
             or (starts_at, handle) ${than} (to_timestamp($afterStarts::float8 / 1000), $afterHandle))
        and ${NOT_MUTED}
      order by starts_at ${order}, handle ${order} limit $limit`,
  )

export const listNewestAccountMessages = listInOrder('account_message.newest', 'desc', '<')
export const listOldestAccountMessages = listInOrder('account_message.oldest', 'asc', '>')

/** Returns a row for each message that was unread. */
export const markAccountMessagesRead = statement<
  { handle: string },
  { uid: string; handles: readonly string[] }
>(
  'account_message.read',
  `update account_message set read_at = now()
    where uid = $uid and handle = any($handles) and read_at is null and ${IN_DISPLAY_PERIOD} returning handle`,
)

/** Those that have been visible for `delaySeconds`. */
export const markCategoriesRead = statement<
  never,
  { uid: string; categories: readonly MessageCategory[]; delaySeconds: number }
>(
  'account_message.read_categories',
  `update account_message set read_at = now()
    where uid = $uid and category = any($categories) and read_at is null and ${IN_DISPLAY_PERIOD}
      and starts_at <= now() - make_interval(secs => $delaySeconds)`,
)

export interface NewAccountMessage {
  readonly uid: string
  readonly handle: string
  readonly app: string
  readonly category: MessageCategory
  readonly texts: MessageTexts
  readonly link: string | null
  readonly picture: string | null
  /** null, or a time in the past: now */
  readonly from: Date | null
  readonly until: Date | null
  readonly sender: string
}

/** Locks the account against erasure. No row: there is no such account. */
export const insertAccountMessage = statement<{ starts_at: Date; ends_at: Date | null }, NewAccountMessage>(
  'account_message.insert',
  `insert into account_message as m (app, category, texts, link, picture, starts_at, ends_at, sender, uid, handle)
   select $app, $category, $texts::jsonb, $link, $picture,
          date_trunc('milliseconds', greatest($from::timestamptz, statement_timestamp())), $until::timestamptz, $sender, a.uid,
          $handle
     from (select uid from account where uid = $uid for key share) a
   returning m.starts_at, m.ends_at`,
)

/** `sender` null: of any sender. */
export const deleteAccountMessage = statement<
  { uid: string },
  { uid: string; handle: string; sender: string | null }
>(
  'account_message.delete',
  `delete from account_message
    where uid = $uid and handle = $handle and ($sender::text is null or sender = $sender) returning uid`,
)
