/** Runs the queued and the timed jobs of a server process, through restarts of the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { JobLog } from './job-log.ts'

/** A job to run at times of its own; every process plans it, the database lets one of them have it. */
export interface ScheduledJob {
  readonly task: string
  /** crontab pattern, UTC */
  readonly match: string
}

export interface JobOptions {
  /** the queue's owner: its tables are closed to the serving role */
  readonly databaseUrl: string
  /** jobs at once in this process */
  readonly concurrency: number
  readonly tasks: TaskList
  readonly scheduled?: readonly ScheduledJob[]
  readonly log: JobLog
  /** milliseconds that running jobs may take to finish after `stop`; default 4000 */
  readonly stopTimeoutMs?: number
}

const RESTART_MIN = 500
const RESTART_MAX = 15_000

/** The worker's own messages name tasks, ids and causes only; each finished job is a detail. */
const toLogger = (log: JobLog): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message)
    else if (level === 'warning') log.warn({}, message)
    else log.debug({}, message)
  })

/**
 * Starts the runner. A database that is down, now or later, is waited for: nothing here ends the process or
 * rejects. `stop` lets running jobs finish within `patience`, then gives them back to be run elsewhere.
 */
export async function startJobs(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, concurrency, tasks, scheduled = [], log, stopTimeoutMs = 4_000 } = options
  // One connection beyond the workers' listens for new jobs, one plans the timed ones.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'kerf jobs',
    max: concurrency + 2,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  const onError = (error: Error) => log.warn({ cause: error.message }, 'jobs lost a database connection')
  pool.on('error', onError)
  // While a connection is in use its faults reach nobody else, and one that reaches nobody ends the process.
  pool.on('connect', client => client.on('error', onError))

  const stopping = new AbortController()
  let runner: Runner | undefined

  const start = (): Promise<Runner> =>
    run({
      pgPool: pool,
      concurrency,
      taskList: tasks,
      parsedCronItems: parseCronItems(
        scheduled.map(({ task, match }) => ({
          task,
          match,
          // A run that is still waiting is replaced, never doubled.
          options: { backfillPeriod: 0, maxAttempts: 1, jobKey: task, jobKeyMode: 'replace' as const },
        })),
      ),
      pollInterval: 2_000,
      // Recorded by the batcher even one at a time: without it the result of a job is written by a promise that nobody
      // awaits, and a database lost at that moment would end the process. The batcher ends the runner, which starts again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      logger: toLogger(log),
    })

  async function keepRunning(): Promise<void> {
    let delay = RESTART_MIN
    while (!stopping.signal.aborted) {
      const began = Date.now()
      try {
        runner = await start()
        if (stopping.signal.aborted) return
        firstTry.resolve()
        await runner.promise
      } catch (error) {
        log.warn({ cause: (error as Error).message }, 'the job runner ended and is started again')
      }
      firstTry.resolve()
      delay = Date.now() - began > 60_000 ? RESTART_MIN : Math.min(delay * 2, RESTART_MAX)
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const firstTry = Promise.withResolvers<void>()
  const ended = keepRunning()
  await firstTry.promise

  return {
    async stop() {
      if (stopping.signal.aborted) return
      stopping.abort()
      const finished = runner?.stop().catch(() => {})
      const inTime = await Promise.race([
        finished?.then(() => true),
        sleep(stopTimeoutMs, false, { ref: false }),
      ])
      if (inTime === false) await Promise.race([runner?.kill().catch(() => {}), sleep(2_000)])
      await Promise.race([ended, sleep(1_000)])
      await Promise.race([pool.end().catch(() => {}), sleep(1_000)])
    },
  }
}
