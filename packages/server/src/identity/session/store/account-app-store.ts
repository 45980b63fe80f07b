/** The apps that an account was signed in to from: messages for an app's users are for these accounts. */
import { statement } from '../../../platform/db/database.ts'

export const insertAccountApp = statement<never, { uid: string; app: string }>(
  'account_app.insert',
  'insert into account_app (uid, app) values ($uid, $app) on conflict do nothing',
)
