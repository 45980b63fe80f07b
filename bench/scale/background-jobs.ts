/** Runs every scheduled job once, on what expired since its last run. */
import { randomBytes } from 'node:crypto'
import { createHeadpic } from '../../packages/server/src/identity/profile/headpic.ts'
import { openFileStore } from '../../packages/server/src/platform/files/open-file-store.ts'
import { SCHEDULED_JOBS, type ServerJobs, serverJobGroups } from '../../packages/server/src/process/jobs.ts'
import type { Installation } from '../harness/installation.ts'
import { connectOwner } from './data-set.ts'

export interface JobFigures {
  readonly job: string
  readonly seconds: number
  /** rows that it deleted */
  readonly deleted: number
  /** of the write-ahead log */
  readonly walBytes: number
}

/** What the job queue calls. */
type RunTask = (payload: object, helpers: object) => Promise<unknown>

interface Position {
  readonly deleted: number
  readonly wal: string
}

export async function runJobs({ db, databaseUrl, dataDir }: Installation): Promise<JobFigures[]> {
  const errors: string[] = []
  const note = (): void => undefined
  const log = {
    debug: note,
    info: note,
    warn: note,
    error: (_: object, message: string) => void errors.push(message),
  }
  const files = await openFileStore(`${dataDir}/files`)
  const key = randomBytes(32)
  const headpics = createHeadpic({ db, files } as unknown as Parameters<typeof createHeadpic>[0])
  const groups = serverJobGroups(
    {
      ...{
        db,
        files,
        log,
        trackingDays: 180,
        auditDays: 730,
        webhookKey: key,
        sweepHeadpics: headpics.sweep,
      },
      erasureRecords: { files, key, deployment: 'us' },
    } as unknown as ServerJobs,
    { mail: 1, webhooks: 1, sweeps: 1 },
  )
  const tasks = Object.assign({}, ...groups.map(group => group.tasks)) as Readonly<
    Record<string, RunTask | undefined>
  >

  const owner = await connectOwner({ databaseUrl })
  const helpers = {
    abortSignal: new AbortController().signal,
    // One job reads the queue's own tables.
    query: (text: string, values: unknown[]) => owner.query(text, values),
  }
  const position = async (): Promise<Position> => {
    // What the connections of the jobs counted becomes visible within a second.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rows } = await owner.query<Position>(
      `select sum(n_tup_del)::float8 as deleted, pg_current_wal_lsn()::text as wal from pg_stat_user_tables`,
    )
    return rows[0] as Position
  }
  const figures: JobFigures[] = []
  try {
    for (const { task } of SCHEDULED_JOBS.filter(({ task }) => tasks[task] !== undefined)) {
      const before = await position()
      const start = performance.now()
      await tasks[task]?.({}, helpers)
      const seconds = (performance.now() - start) / 1_000
      await db.query({ text: 'select pg_stat_force_next_flush()' })
      await new Promise(resolve => setTimeout(resolve, 50))
      const after = await position()
      const { rows } = await owner.query<{ bytes: number }>(
        'select pg_wal_lsn_diff($1, $2)::float8 as bytes',
        [after.wal, before.wal],
      )
      figures.push({
        job: task,
        seconds,
        deleted: after.deleted - before.deleted,
        walBytes: rows[0]?.bytes ?? 0,
      })
    }
  } finally {
    await owner.end()
  }
  if (errors.length > 0) throw new Error(`jobs failed: ${errors.join('; ')}`)
  return figures
}
