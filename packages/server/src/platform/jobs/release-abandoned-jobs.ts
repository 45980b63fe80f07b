/** Gives the jobs of a process that was killed back to the queue, whose own time for that is four hours. */
import type { Task } from 'graphile-worker'
import { REMOVE_FILES_JOB } from '../files/remove-files-later.ts'
import { MAIL_JOB } from '../mail/queue-mail.ts'
import { MAIL_ABANDONED_SECONDS } from '../mail/send-mail-job.ts'
import type { JobLog } from './job-log.ts'

export const RELEASE_ABANDONED_JOBS_JOB = 'rescue'

const RESCUE = `
  select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
  from graphile_worker.jobs
  where task_identifier = any($1) and locked_at < now() - make_interval(secs => $2)
  having count(*) > 0`

/** A mail nobody could take for all its tries is kept for a week for whoever looks into it, sealed as it is. */
const FORGET = `
  select graphile_worker.complete_jobs(array_agg(id))
  from graphile_worker.jobs
  where task_identifier = $1 and locked_at is null and attempts >= max_attempts
    and run_at < now() - interval '7 days'
  having count(*) > 0`

export function releaseAbandonedJobsTask(log: JobLog): Task {
  return async (_payload, { query }) => {
    const { rowCount } = await query(RESCUE, [[MAIL_JOB, REMOVE_FILES_JOB], MAIL_ABANDONED_SECONDS])
    if (rowCount) log.warn({}, 'jobs of a lost process were given back to the queue')
    await query(FORGET, [MAIL_JOB])
  }
}
