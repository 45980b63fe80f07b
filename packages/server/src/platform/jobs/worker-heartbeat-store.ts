/** Workers of the queue that are alive, and the jobs of those that are not. Run by the owner: the queue is its own. */
import { statement } from '../db/database.ts'

export const putWorkers = statement<never, { workers: readonly string[] }>(
  'job_worker.put',
  `insert into job_worker (worker_id) select unnest($workers::text[])
   on conflict (worker_id) do update set seen_at = excluded.seen_at`,
  { scope: 'coordinator' },
)

export const deleteWorkers = statement<never, { workers: readonly string[] }>(
  'job_worker.delete',
  'delete from job_worker where worker_id = any($workers::text[])',
  { scope: 'coordinator' },
)

/**
 * Unlocks the jobs of workers that were not seen for `seconds`. Returns a row if there were any. Servers of versions before
 * this table are not seen at all: what they locked is taken over when it was locked for as long.
 */
export const releaseJobsOfLostWorkers = statement<{ workers: number }, { seconds: number }>(
  'job_worker.release',
  `select count(*)::int as workers, graphile_worker.force_unlock_workers(array_agg(locked_by))
     from (select distinct j.locked_by from graphile_worker.jobs j
            where j.locked_at < now() - make_interval(secs => $seconds)
              and not exists (select 1 from job_worker w
                               where w.worker_id = j.locked_by and w.seen_at > now() - make_interval(secs => $seconds))) lost
   having count(*) > 0`,
  { scope: 'coordinator' },
)

/** A process that was killed cannot delete its own rows. */
const LOST_WORKER_HOURS = 1

export const deleteLostWorkers = statement<never>(
  'job_worker.delete_lost',
  `delete from job_worker where seen_at < now() - interval '${LOST_WORKER_HOURS} hours'`,
  { scope: 'coordinator' },
)

export interface QueueState {
  readonly task: string
  readonly waiting: number
  /** for which the oldest job is due */
  readonly lag_seconds: number
}

/** Jobs that are due and not running. */
export const readQueue = statement<QueueState>(
  'job.queue',
  `select task_identifier as task, count(*)::int as waiting,
          extract(epoch from now() - min(run_at))::float8 as lag_seconds
     from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts group by task_identifier`,
  { scope: 'coordinator' },
)
