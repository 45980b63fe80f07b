/** Deletes the jobs that failed every attempt. An operator can look into them for some days. */
import type { Task } from 'graphile-worker'

/** Stored in the database: keeps its first name. */
export const DISCARD_FAILED_JOBS_JOB = 'rescue'

const FAILED_JOB_DAYS = 7

const DISCARD = `
  select graphile_worker.complete_jobs(array_agg(id))
  from graphile_worker.jobs
  where task_identifier = any($1) and locked_at is null and attempts >= max_attempts
    and run_at < now() - interval '${FAILED_JOB_DAYS} days'
  having count(*) > 0`

/** `tasks`: whose failed jobs are deleted. Those of others stay until somebody repaired them. */
export function discardFailedJobsTask(tasks: readonly string[]): Task {
  return async (_payload, { query }) => {
    await query(DISCARD, [tasks])
  }
}
