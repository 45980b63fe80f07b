/** Table `headpic_file` (uploaded pictures) and column `account.headpic` (the picture in use). */
import { statement } from '../../platform/db/database.ts'

/** Inserts nothing if the account is gone. Locks the account row, so that a concurrent erasure removes the new row too. */
export const insertHeadpic = statement<never, { uid: string; name: string }>(
  'headpic.insert',
  `with owner as (select uid from account where uid = $uid for key share)
   insert into headpic_file (uid, name) select uid, $name from owner`,
)

export const findHeadpic = statement<{ name: string }, { uid: string; name: string }>(
  'headpic.find',
  'select name from headpic_file where uid = $uid and name = $name',
)

export const listHeadpicNames = statement<{ name: string }, { uid: string }>(
  'headpic.of',
  'select name from headpic_file where uid = $uid',
)

/**
 * Sets the account's picture to one of its uploads; '' clears it. Returns the previous picture, or no row if the upload
 * does not belong to the account. One statement over both tables, so that a concurrent call cannot adopt a deleted upload.
 */
export const updateHeadpic = statement<{ previous: string }, { uid: string; name: string }>(
  'headpic.adopt',
  `with old as (select headpic from account where uid = $uid for update)
   update account a set headpic = $name from old
    where a.uid = $uid
      and ($name = '' or exists (select 1 from headpic_file f where f.uid = $uid and f.name = $name))
   returning old.headpic as previous`,
)

export const deleteHeadpic = statement<never, { uid: string; name: string }>(
  'headpic.delete',
  'delete from headpic_file where uid = $uid and name = $name',
)

/** Returns uploads older than a day that no account uses. */
export const listOrphanedHeadpics = statement<{ uid: string; name: string }, { limit: number }>(
  'headpic.orphans',
  `select f.uid, f.name from headpic_file f
    where f.created_at < now() - interval '24 hours'
      and not exists (select 1 from account a where a.uid = f.uid and a.headpic = f.name)
    limit $limit`,
)
