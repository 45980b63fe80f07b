/** How far a replica is, and which accounts have changed a moment ago. */
import { statement } from '../db/database.ts'

/** On the primary. `system`: names the cluster; its replicas have the same. */
export const readPrimaryPosition = statement<{ lsn: string; system: string }>(
  'replica.primary_position',
  `select pg_current_wal_lsn()::text as lsn, (select system_identifier::text from pg_control_system()) as system`,
  { scope: 'coordinator' },
)

/** On a replica: how many of the ascending positions it has replayed. */
export const countReplayedPositions = statement<
  { standby: boolean; system: string; replayed: number },
  { positions: readonly string[] }
>(
  'replica.replayed',
  `select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
          (select count(*)::int from unnest($positions::pg_lsn[]) as p where p <= pg_last_wal_replay_lsn()) as replayed`,
  { scope: 'coordinator' },
)

/** Whether a call of the account has changed something in the last seconds, or it was logged in to. */
export const findRecentChange = statement<{ recent: boolean }, { uid: string; seconds: number }>(
  'replica.recent_change',
  `select coalesce(a.list_changed_at > now() - make_interval(secs => $seconds), false)
       or exists (select 1 from session s where s.uid = $uid and s.first_login > now() - make_interval(secs => $seconds))
          as recent
     from account a where a.uid = $uid`,
)

export const markListChanged = statement<never, { uid: string }>(
  'replica.mark_changed',
  'update account set list_changed_at = now() where uid = $uid',
)
