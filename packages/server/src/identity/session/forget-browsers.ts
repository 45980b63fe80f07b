import { statement } from '../../platform/db/database.ts'

/** After a recovery or a "not me" no browser is known any more: the next sign-in from each is told to the owner (S-019). */
export const forgetBrowsers = statement<never, [uid: string]>(
  'device.forget',
  'delete from known_device where uid = $1',
)
