/** Every job the server runs, and when. */
import type { TaskList } from 'graphile-worker'
import type { Database } from '../db/database.ts'
import { MAIL_JOB } from '../mail/queue-mail.ts'
import { RESCUE_JOB, rescueMailTask } from './rescue-mail.ts'
import type { TimedJob } from './run-jobs.ts'
import { type SendMailOptions, sendMailTask } from './send-mail.ts'
import { SWEEP_JOB, SWEEP_SESSIONS_JOB, sweepSessionsTask, sweepTask } from './sweep.ts'

export const serverTasks = (db: Database, mail: SendMailOptions): TaskList => ({
  [MAIL_JOB]: sendMailTask(mail),
  [RESCUE_JOB]: rescueMailTask(mail.log),
  [SWEEP_JOB]: sweepTask(db, mail.log),
  [SWEEP_SESSIONS_JOB]: sweepSessionsTask(db, mail.log),
})

export const SERVER_TIMES: readonly TimedJob[] = [
  { task: RESCUE_JOB, match: '* * * * *' },
  { task: SWEEP_JOB, match: '*/5 * * * *' },
  { task: SWEEP_SESSIONS_JOB, match: '17 3 * * *' },
]
