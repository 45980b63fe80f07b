/**
 * Reads everything that counts and lists need to know of an account, from all tables of its messages. One statement, so that
 * all of it comes from one snapshot together with the version of the broadcasts. Times are milliseconds since 1970.
 */

import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { type Queryable, statement } from '../../../platform/db/database.ts'
import { epochMilliseconds } from '../../../platform/db/epoch.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { IN_DISPLAY_PERIOD, NOT_MUTED } from './account-message-store.ts'

export interface AccountState {
  /** of the broadcasts */
  readonly version: number
  /** by the database's clock */
  readonly now: number
  /** unread messages to the account by category, without muted ones */
  readonly unread: Readonly<Partial<Record<MessageCategory, number>>>
  readonly marks: readonly (readonly [category: MessageCategory, version: number, at: number])[]
  /** broadcasts that were read one by one */
  readonly reads: readonly number[]
  readonly muted: readonly (readonly [app: string, category: MessageCategory])[]
  readonly apps: readonly string[]
  /** when the next message to the account starts or ends; null: none will */
  readonly next: number | null
}

const findAccountState = statement<AccountState, { uid: string }>(
  'message.state',
  `select (select version::float8 from broadcast_version) as version, ${epochMilliseconds('now()')} as now,
     (select coalesce(jsonb_object_agg(category, n), '{}') from (
        select category, count(*) as n from account_message m
         where uid = $uid and read_at is null and ${IN_DISPLAY_PERIOD} and ${NOT_MUTED} group by category) c) as unread,
     (select coalesce(jsonb_agg(jsonb_build_array(category, version, ${epochMilliseconds('at')})), '[]')
        from message_mark where uid = $uid) as marks,
     coalesce((select array_agg(broadcast) from broadcast_read where uid = $uid), '{}') as reads,
     (select coalesce(jsonb_agg(jsonb_build_array(app, category)), '[]') from message_muted where uid = $uid) as muted,
     coalesce((select array_agg(app) from account_app where uid = $uid), '{}') as apps,
     least((select ${epochMilliseconds('min(starts_at)')} from account_message where uid = $uid and starts_at > now()),
           (select ${epochMilliseconds('min(ends_at)')} from account_message
             where uid = $uid and read_at is null and ends_at > now())) as next`,
)

/** Throws `system` when the one row of `broadcast_version` is missing, which the migrations insert. */
export async function loadAccountState(db: Queryable, uid: string): Promise<AccountState> {
  const [state] = await findAccountState(db, { uid })
  if (!state) throw new ApiError('system')
  return state
}
