/** Runs the queued and scheduled jobs of a server process, each kind with slots of its own. Survives database restarts. */

import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { isOutage } from '../db/database.ts'
import { CONNECT_TIMEOUT_MS } from '../db/database-timeouts.ts'
import { parseTraceParent } from '../tracing/trace-parent.ts'
import { inRootSpan, SPAN_KIND } from '../tracing/tracing.ts'
import { type JobLog, limitLines } from './job-log.ts'
import { JobPool } from './job-pool.ts'
import { startWorkerHeartbeat } from './worker-heartbeat.ts'
import type { QueueState } from './worker-heartbeat-store.ts'

/** A job that runs on a schedule. Every process schedules it; the database runs it once. */
export interface ScheduledJob {
  readonly task: string
  /** crontab pattern, UTC */
  readonly match: string
  /** Jobs of one queue run one after the other, over all servers. */
  readonly queue?: string
}

/** Tasks that share job slots. Those of one group never wait for those of another. */
export interface JobGroup {
  readonly name: string
  /** concurrent jobs of this process */
  readonly concurrency: number
  readonly tasks: TaskList
}

export interface JobOptions {
  /** URL of the queue's owner; the serving role has no access to the queue's tables */
  readonly databaseUrl: string
  readonly groups: readonly JobGroup[]
  readonly scheduled?: readonly ScheduledJob[]
  readonly log: JobLog
  /** runs each job, for metrics */
  readonly observe?: (task: string) => (work: () => Promise<void>) => Promise<void>
  /** time for running jobs to finish after `stop`, default 4000 */
  readonly stopTimeoutMs?: number
}

export interface RunningJobs {
  /** Jobs that are due and not running, as of some seconds ago. */
  queue(): readonly QueueState[]
  stop(): Promise<void>
}

const RESTART_DELAY_MIN_MS = 500
const RESTART_DELAY_MAX_MS = 15_000
/** A runner that lived this long resets the restart delay. */
const STABLE_AFTER_MS = 60_000
/** Connections besides the listening one of each group: jobs hold one only while they use the queue. */
const SHARED_CONNECTIONS = 4

/** Database connections that the jobs of one process use at most. */
export const jobConnections = (groups: number): number => groups + SHARED_CONNECTIONS

/**
 * The worker's messages contain task names, ids and causes only. Completed jobs are logged at debug level. The stack of an outage
 * says nothing.
 */
const toLogger = (log: JobLog): Logger =>
  new Logger(() => (level, message, meta) => {
    const text = isOutage(meta?.error ?? {}) ? (message.split('\n', 1)[0] ?? '') : message
    if (level === 'error') log.error({}, text)
    else if (level === 'warning') log.warn({}, text)
    else log.debug({}, text)
  })

/** The job of a sampled call belongs to its trace; any other job begins its own. */
const traceJob = (name: string, task: Task, payload: unknown, helpers: JobHelpers): Promise<void> =>
  inRootSpan(
    parseTraceParent((payload as { readonly traceparent?: unknown } | null)?.traceparent),
    () => ({
      name: `process ${name}`,
      kind: SPAN_KIND.consumer,
      attributes: {
        'messaging.system': 'graphile-worker',
        'messaging.operation.type': 'process',
        'messaging.destination.name': name,
        'messaging.message.id': helpers.job.id,
        'kerf.job.attempt': helpers.job.attempts,
      },
    }),
    async () => void (await task(payload as never, helpers)),
  )

type RunGroup = Pick<JobOptions, 'log' | 'observe' | 'scheduled'> & {
  readonly group: JobGroup
  readonly pool: pg.Pool
  readonly stopping: AbortSignal
}

/** Runs one group, and restarts it while the database is unavailable. Resolves after the first try. */
async function runGroup({ group, pool, log, observe, scheduled = [], stopping }: RunGroup) {
  const workers = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:create', ({ worker }) => workers.add(worker.workerId))
  const observed = (name: string, task: Task): Task => {
    const run = observe?.(name) ?? (work => work())
    return (payload, helpers) => run(async () => void (await traceJob(name, task, payload, helpers)))
  }
  const taskList = Object.fromEntries(
    Object.entries(group.tasks).map(([name, task]) => [name, observed(name, task as Task)]),
  )
  const parsedCronItems = parseCronItems(
    scheduled
      .filter(({ task }) => task in group.tasks)
      .map(({ task, match, queue }) => ({
        task,
        match,
        // Replaces a run that is still queued.
        options: {
          backfillPeriod: 0,
          maxAttempts: 1,
          jobKey: task,
          jobKeyMode: 'replace' as const,
          ...(queue !== undefined && { queueName: queue }),
        },
      })),
  )
  let runner: Runner | undefined

  const start = (): Promise<Runner> => {
    workers.clear()
    return run({
      pgPool: pool,
      concurrency: group.concurrency,
      taskList,
      parsedCronItems,
      events,
      pollInterval: 2_000,
      // With these delays the batcher records job results. Without it they are written by a promise that nobody awaits, and
      // an outage at that moment would end the process. An error of the batcher ends the runner, which is restarted.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      logger: toLogger(log),
    })
  }
  const firstStart = Promise.withResolvers<void>()

  async function runLoop(): Promise<void> {
    let delay = RESTART_DELAY_MIN_MS
    while (!stopping.aborted) {
      const startedAt = performance.now()
      try {
        runner = await start()
        if (stopping.aborted) return
        firstStart.resolve()
        await runner.promise
      } catch (error) {
        log.warn({ group: group.name, cause: (error as Error).message }, 'job runner ended: restarting')
      }
      firstStart.resolve()
      delay =
        performance.now() - startedAt > STABLE_AFTER_MS
          ? RESTART_DELAY_MIN_MS
          : Math.min(delay * 2, RESTART_DELAY_MAX_MS)
      await sleep(delay, undefined, { signal: stopping }).catch(() => {})
    }
  }
  const ended = runLoop()
  await firstStart.promise
  return {
    workers: () => [...workers],
    async stop(timeoutMs: number): Promise<void> {
      const finished = runner?.stop().catch(() => {})
      const inTime = await Promise.race([finished?.then(() => true), sleep(timeoutMs, false, { ref: false })])
      if (inTime === false) await Promise.race([runner?.kill().catch(() => {}), sleep(2_000)])
      await Promise.race([ended, sleep(1_000)])
    },
  }
}

/**
 * Starts the groups and restarts them while the database is unavailable. Never rejects. `stop` waits for running jobs up to
 * the timeout, then releases them for other processes.
 */
export async function startJobs(options: JobOptions): Promise<RunningJobs> {
  const { databaseUrl, groups, stopTimeoutMs = 4_000 } = options
  const log = limitLines(options.log)
  const pool = new JobPool({
    connectionString: databaseUrl,
    application_name: 'kerf jobs',
    max: jobConnections(groups.length),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  const onError = (error: Error) => log.warn({ cause: error.message }, 'job database connection lost')
  pool.on('error', onError)
  // The pool does not report errors of a connection in use; an unhandled one would end the process.
  pool.on('connect', client => client.on('error', onError))

  const stopping = new AbortController()
  const { signal } = stopping
  const running = await Promise.all(
    groups.map(group => runGroup({ ...options, log, group, pool, stopping: signal })),
  )
  const heartbeat = startWorkerHeartbeat(pool, () => running.flatMap(one => one.workers()), log)

  return {
    queue: heartbeat.queue,
    async stop() {
      if (signal.aborted) return
      stopping.abort()
      await Promise.all(running.map(one => one.stop(stopTimeoutMs)))
      await Promise.race([heartbeat.stop(), sleep(1_000)])
      await Promise.race([pool.end().catch(() => {}), sleep(1_000)])
    },
  }
}
