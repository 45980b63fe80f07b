/** Tables `message_muted` (muted categories of an app) and `account_app` (the apps that an account uses). */
import type { MessageCategory } from '@kerf/contract/endpoints/message'
import { statement } from '../../platform/db/database.ts'

export const listMutedCategories = statement<{ category: MessageCategory }, { uid: string; app: string }>(
  'message_muted.list',
  'select category from message_muted where uid = $uid and app = $app',
)

interface CategoryChange {
  readonly uid: string
  readonly app: string
  readonly categories: readonly MessageCategory[]
}

/** Locks the account against erasure; without one, nothing is stored. */
export const insertMutedCategories = statement<never, CategoryChange>(
  'message_muted.insert',
  `insert into message_muted (uid, app, category)
   select a.uid, $app, category
     from (select uid from account where uid = $uid for key share) a, unnest($categories::text[]) category
   on conflict do nothing`,
)

export const deleteMutedCategories = statement<never, CategoryChange>(
  'message_muted.delete',
  'delete from message_muted where uid = $uid and app = $app and category = any($categories)',
)

/** Locks the account against erasure; without one, nothing is stored. */
export const insertAppUse = statement<never, { uid: string; app: string }>(
  'message.app_use.insert',
  `insert into account_app (uid, app)
   select a.uid, $app from (select uid from account where uid = $uid for key share) a on conflict do nothing`,
)
