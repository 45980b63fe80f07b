/** Rows of uploaded pictures. */
import { statement } from '../../platform/db/database.ts'

export const insertHeadpic = statement<never, [uid: string, name: string]>(
  'headpic.insert',
  `with owner as (select uid from account where uid = $1 for key share)
   insert into headpic_file (uid, name) select uid, $2 from owner`,
)

export const findHeadpic = statement<{ name: string }, [uid: string, name: string]>(
  'headpic.find',
  'select name from headpic_file where uid = $1 and name = $2',
)

/** Adopts a picture of the same account's; '' clears. Gives the one it replaces. No row: not this account's. */
export const adoptHeadpic = statement<{ before: string }, [uid: string, name: string]>(
  'headpic.adopt',
  `with old as (select headpic from account where uid = $1 for update)
   update account a set headpic = $2 from old
    where a.uid = $1 and ($2 = '' or exists (select from headpic_file f where f.uid = $1 and f.name = $2))
   returning old.headpic as before`,
)

export const deleteHeadpic = statement<never, [uid: string, name: string]>(
  'headpic.delete',
  'delete from headpic_file where uid = $1 and name = $2',
)

/** Uploaded a day ago and adopted by nobody. */
export const findOrphans = statement<{ uid: string; name: string }, [limit: number]>(
  'headpic.orphans',
  `select f.uid, f.name from headpic_file f
    where f.created_at < now() - interval '24 hours'
      and not exists (select from account a where a.uid = f.uid and a.headpic = f.name)
    limit $1`,
)
