/** Table `headpic_file` (uploaded pictures) and column `account.headpic` (the picture in use). */
import { type Queryable, statement } from '../../platform/db/database.ts'

/** Inserts nothing if the account is gone. Locks the account row, so that a concurrent erasure removes the new row too. */
export const insertHeadpic = statement<never, { uid: string; name: string }>(
  'headpic.insert',
  `insert into headpic_file as h (uid, name)
   select a.uid, $name from (select uid from account where uid = $uid for key share) a`,
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
   update account a set headpic = $name, updated_at = now() from old
    where a.uid = $uid
      and ($name = '' or exists (select 1 from headpic_file f where f.uid = $uid and f.name = $name))
   returning old.headpic as previous`,
)

export const deleteHeadpic = statement<never, { uid: string; name: string }>(
  'headpic.delete',
  'delete from headpic_file where uid = $uid and name = $name',
)

const markUsed = statement<never, { uid: string; name: string }>(
  'headpic.mark_use',
  'update headpic_file set unused_since = null where uid = $uid and name = $name',
)

const markUnused = statement<never, { uid: string; name: string }>(
  'headpic.mark_unused',
  'update headpic_file set unused_since = now() where uid = $uid and name = $name',
)

/** Records which of the account's pictures is in use, after `updateHeadpic` in its transaction. */
export async function markHeadpicUse(
  tx: Queryable,
  { uid, used, unused }: { readonly uid: string; readonly used: string; readonly unused: string },
): Promise<void> {
  await Promise.all([markUsed(tx, { uid, name: used }), markUnused(tx, { uid, name: unused })])
}

interface HeadpicKey {
  readonly uid: string
  readonly name: string
}

/** An upload that was not saved yet is unused, too, so it is kept for a day. */
const UNUSED_HEADPIC_HOURS = 24

/** Uploads that have been recorded as unused for that long, the oldest first. */
export const listUnusedHeadpics = statement<HeadpicKey, { limit: number }>(
  'headpic.unused',
  `select uid, name from headpic_file where unused_since < now() - interval '${UNUSED_HEADPIC_HOURS} hours'
    order by unused_since limit $limit`,
  { scope: 'every shard', because: 'sweep' },
)

/** The pictures that the accounts use. */
export const listUsedHeadpics = statement<HeadpicKey, { uids: readonly string[] }>(
  'headpic.used',
  `select uid, headpic as name from account where uid = any($uids::uuid[]) and headpic <> ''`,
  { scope: 'every shard', because: 'job' },
)

/** Records that these pictures are in use, where they still are. */
export const markHeadpicsUsed = statement<never, { uids: readonly string[]; names: readonly string[] }>(
  'headpic.mark_used',
  `update headpic_file f set unused_since = null
     from unnest($uids::uuid[], $names::text[]) as k (uid, name)
    where f.uid = any($uids::uuid[]) and f.uid = k.uid and f.name = k.name
      and exists (select 1 from account a where a.uid = f.uid and a.headpic = f.name)`,
  { scope: 'every shard', because: 'job' },
)

/** Deletes an unused upload unless the account adopted it meanwhile. */
export const deleteUnusedHeadpic = statement<{ name: string }, { uid: string; name: string }>(
  'headpic.delete_unused',
  `delete from headpic_file f where f.uid = $uid and f.name = $name
      and not exists (select 1 from account a where a.uid = $uid and a.headpic = $name)
   returning f.name`,
)
