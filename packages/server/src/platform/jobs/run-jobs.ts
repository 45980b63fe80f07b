/** Runs the queued and scheduled jobs of a server process. Survives database restarts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { JobLog } from './job-log.ts'

/** A job that runs on a schedule. Every process schedules it; the database runs it once. */
export interface ScheduledJob {
  readonly task: string
  /** crontab pattern, UTC */
  readonly match: string
}

export interface JobOptions {
  /** URL of the queue's owner; the serving role has no access to the queue's tables */
  readonly databaseUrl: string
  /** concurrent jobs of this process */
  readonly concurrency: number
  readonly tasks: TaskList
  readonly scheduled?: readonly ScheduledJob[]
  readonly log: JobLog
  /** time for running jobs to finish after `stop`, default 4000 */
  readonly stopTimeoutMs?: number
}

const RESTART_DELAY_MIN_MS = 500
const RESTART_DELAY_MAX_MS = 15_000
/** A runner that lived this long resets the restart delay. */
const STABLE_AFTER_MS = 60_000

/** The worker's messages contain task names, ids and causes only. Completed jobs are logged at debug level. */
const toLogger = (log: JobLog): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message)
    else if (level === 'warning') log.warn({}, message)
    else log.debug({}, message)
  })

/**
 * Starts the runner and restarts it while the database is unavailable. Never rejects. `stop` waits for running jobs up to
 * the timeout, then releases them for other processes.
 */
export async function startJobs(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, concurrency, tasks, scheduled = [], log, stopTimeoutMs = 4_000 } = options
  // Besides the workers' connections, one listens for new jobs and one schedules jobs.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'kerf jobs',
    max: concurrency + 2,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  const onError = (error: Error) => log.warn({ cause: error.message }, 'job database connection lost')
  pool.on('error', onError)
  // The pool does not report errors of a connection in use; an unhandled one would end the process.
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
          // Replaces a run that is still queued.
          options: { backfillPeriod: 0, maxAttempts: 1, jobKey: task, jobKeyMode: 'replace' as const },
        })),
      ),
      pollInterval: 2_000,
      // With these delays the batcher records job results. Without it they are written by a promise that nobody awaits, and
      // an outage at that moment would end the process. An error of the batcher ends the runner, which is restarted.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      logger: toLogger(log),
    })

  async function runLoop(): Promise<void> {
    let delay = RESTART_DELAY_MIN_MS
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      try {
        runner = await start()
        if (stopping.signal.aborted) return
        firstStart.resolve()
        await runner.promise
      } catch (error) {
        log.warn({ cause: (error as Error).message }, 'job runner ended: restarting')
      }
      firstStart.resolve()
      delay =
        Date.now() - startedAt > STABLE_AFTER_MS
          ? RESTART_DELAY_MIN_MS
          : Math.min(delay * 2, RESTART_DELAY_MAX_MS)
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const firstStart = Promise.withResolvers<void>()
  const ended = runLoop()
  await firstStart.promise

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
