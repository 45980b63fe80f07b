/** Returns the jobs of a killed process to the queue; the queue itself would wait four hours. */
import type { Task } from 'graphile-worker'
import type { JobLog } from './job-log.ts'

/** Stored in the database: keeps its first name. */
export const RELEASE_ABANDONED_JOBS_JOB = 'rescue'

export interface AbandonedJobsOptions {
  /** tasks whose jobs are short: one that is locked for longer belongs to a lost process */
  readonly tasks: readonly string[]
  readonly lockedSeconds: number
  /** the task whose failed jobs are deleted after a week */
  readonly discardedTask: string
}

const UNLOCK = `
  select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
  from graphile_worker.jobs
  where task_identifier = any($1) and locked_at < now() - make_interval(secs => $2)
  having count(*) > 0`

/** A job that failed every attempt is kept for a week, so that an operator can look into it. */
const DISCARD = `
  select graphile_worker.complete_jobs(array_agg(id))
  from graphile_worker.jobs
  where task_identifier = $1 and locked_at is null and attempts >= max_attempts
    and run_at < now() - interval '7 days'
  having count(*) > 0`

export function releaseAbandonedJobsTask(
  log: JobLog,
  { tasks, lockedSeconds, discardedTask }: AbandonedJobsOptions,
): Task {
  return async (_payload, { query }) => {
    const { rowCount } = await query(UNLOCK, [tasks, lockedSeconds])
    if (rowCount) log.warn({}, 'jobs of a lost process returned to the queue')
    await query(DISCARD, [discardedTask])
  }
}
