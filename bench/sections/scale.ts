/**
 * How far one installation goes: hot calls, background jobs, query plans, backup and growth with data sets of several sizes.
 * `--accounts 10000,100000,1000000`; `--folder` keeps the data set for later runs; `--parts calls,plans,jobs,backup,growth`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure, formatFigure, formatNumber } from '../harness/figures.ts'
import { createInstallation, type Installation } from '../harness/installation.ts'
import { residentMemory } from '../harness/memory.ts'
import { firstMessage } from '../harness/processes.ts'
import { startServer } from '../harness/server-process.ts'
import { vacuumDatabase } from '../harness/vacuum.ts'
import type { LoadResult } from '../load/load.ts'
import { runLoad } from '../load/run-load.ts'
import { type JobFigures, runJobs } from '../scale/background-jobs.ts'
import { type BackupFigures, measureBackup } from '../scale/backup-figures.ts'
import { cpuSeconds } from '../scale/cpu-time.ts'
import { connectOwner, countAccounts, growDataSet } from '../scale/data-set.ts'
import { createHotCalls, type HotCall } from '../scale/hot-calls.ts'
import { explainStatements, listGrowingTables, type StatementPlan } from '../scale/query-plans.ts'
import { type RecordedStatement, takeStatements } from '../scale/record-statements.ts'
import { projectGrowth } from '../scale/table-growth.ts'
import { measureTables, type TableSize } from '../scale/table-sizes.ts'

const WARM_UP_SECONDS = 1
/** Distinct accounts that a measurement calls for, at most. */
const CALLERS_MAX = 60_000
/** Calls of each kind whose statements are recorded. */
const RECORDED_CALLS = 24
const RECORDER = new URL('../scale/record-statements.ts', import.meta.url)
const SERVER_SOURCE = new URL('../../packages/server/src/main.ts', import.meta.url)

export interface CallFigures extends LoadResult {
  readonly call: string
  /** CPU time of a call in milliseconds */
  readonly serverCpuMs: number
  readonly databaseCpuMs: number
  /** write-ahead log of a call */
  readonly walBytes: number
}

/** Raw data of one size. */
interface SizeFigures {
  readonly accounts: number
  readonly buildSeconds: number
  calls: CallFigures[]
  memory: { serverMiB: number }
  jobs: JobFigures[]
  plans: StatementPlan[]
  backup: BackupFigures | undefined
  tables: TableSize[]
}

async function measureCall(
  installation: Installation,
  server: { readonly url: string; readonly pid: number },
  one: HotCall,
  seconds: number,
  accounts: number,
): Promise<CallFigures> {
  const { rateMax = 2_500 } = one
  const perSecond = (duration: number) =>
    Math.min(
      rateMax * duration,
      one.isSpent ? Number.POSITIVE_INFINITY : CALLERS_MAX,
      one.isSpent ? Number.POSITIVE_INFINITY : accounts,
    )
  const run = async (duration: number): Promise<LoadResult> =>
    runLoad({
      url: server.url,
      connections: one.connections,
      seconds: duration,
      calls: await one.create(perSecond(duration)),
    })
  await run(WARM_UP_SECONDS)
  const owner = await connectOwner(installation)
  try {
    const calls = await one.create(perSecond(seconds))
    const position = async () => {
      const { rows } = await owner.query<{ bytes: number }>(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`,
      )
      return {
        wal: rows[0]?.bytes ?? 0,
        server: cpuSeconds(server.pid),
        database: cpuSeconds(installation.postgresPid()),
      }
    }
    const before = await position()
    const result = await runLoad({ url: server.url, connections: one.connections, seconds, calls })
    const after = await position()
    const answered = Math.max(1, result.rate * seconds)
    return {
      call: one.name,
      ...result,
      serverCpuMs: ((after.server - before.server) * 1_000) / answered,
      databaseCpuMs: ((after.database - before.database) * 1_000) / answered,
      walBytes: (after.wal - before.wal) / answered,
    }
  } finally {
    await owner.end()
  }
}

async function measureCalls(
  installation: Installation,
  accounts: number,
  seconds: number,
  figures: SizeFigures,
): Promise<void> {
  const server = await startServer(installation.env)
  try {
    for (const one of createHotCalls(installation, accounts))
      figures.calls.push(await measureCall(installation, server, one, seconds, accounts))
    figures.memory = { serverMiB: await residentMemory(server.pid) }
  } finally {
    await server.stop()
  }
}

/** Statements of a server that answers some of each call. It runs from its sources, whose driver can be observed. */
async function recordHotStatements(
  installation: Installation,
  accounts: number,
): Promise<RecordedStatement[]> {
  const server = await startServer(
    { ...installation.env, NODE_OPTIONS: `--import=${RECORDER.href}` },
    undefined,
    SERVER_SOURCE,
  )
  try {
    for (const one of createHotCalls(installation, accounts))
      for (const { method, path, headers, body } of await one.create(RECORDED_CALLS)) {
        const response = await fetch(server.url + path, {
          method,
          headers,
          ...(body !== undefined && { body }),
        })
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${one.name} responded with ${response.status}`)
      }
    // What was only counted is written a moment later.
    await sleep(1_500)
    const statements = firstMessage<RecordedStatement[]>(server)
    server.child.send('statements')
    return await statements
  } finally {
    await server.stop()
  }
}

async function explain(
  installation: Installation,
  accounts: number,
  statements: readonly RecordedStatement[],
): Promise<StatementPlan[]> {
  const owner = await connectOwner(installation)
  try {
    return await explainStatements(owner, statements, await listGrowingTables(owner, accounts))
  } finally {
    await owner.end()
  }
}

/** Accounts for which the growth of the tables is projected. */
const PROJECTED_ACCOUNTS = 5_000_000
const MIB = 1_048_576

function growthFigures({ accounts, tables }: SizeFigures): Figure[] {
  const growth = projectGrowth(tables, accounts, PROJECTED_ACCOUNTS)
  const sum = (pick: (one: (typeof growth)[number]) => number) =>
    growth.reduce((all, one) => all + pick(one), 0)
  const figure = (name: string, perDay: number, inAll: number, note: string): Figure => ({
    name: `${PROJECTED_ACCOUNTS.toLocaleString('en')} accounts, ${name}: a day`,
    value: perDay / MIB,
    unit: 'MiB',
    note: `${formatNumber(inAll / MIB / 1_024)} GiB in all${note}`,
  })
  return [
    ...growth.map(({ table, bytesPerRow, rowsPerDay, bytesPerDay, bytesInAll }) =>
      figure(
        table,
        bytesPerDay,
        bytesInAll,
        `; ${formatNumber(rowsPerDay)} rows of ${formatNumber(bytesPerRow)} bytes`,
      ),
    ),
    figure(
      'all tables',
      sum(one => one.bytesPerDay),
      sum(one => one.bytesInAll),
      '',
    ),
  ]
}

const ms = (value: number): string => `${formatNumber(value)} ms`
const sizeName = (accounts: number): string => accounts.toLocaleString('en')

function toFigures(sizes: readonly SizeFigures[]): Figure[] {
  const figures: Figure[] = []
  for (const { accounts, calls, jobs, plans, backup, buildSeconds, memory } of sizes) {
    const at = `${sizeName(accounts)}: `
    if (buildSeconds > 0) figures.push({ name: `${at}build of the data set`, value: buildSeconds, unit: 's' })
    for (const one of calls)
      figures.push({
        name: `${at}${one.call}`,
        value: one.rate,
        unit: '/s',
        note: `p50 ${ms(one.p50)}, p99 ${ms(one.p99)}; CPU server ${ms(one.serverCpuMs)}, database ${ms(one.databaseCpuMs)}; log ${formatNumber(one.walBytes)} B`,
      })
    if (calls.length > 0)
      figures.push({ name: `${at}resident memory of the server`, value: memory.serverMiB, unit: 'MiB' })
    for (const { job, seconds, deleted, walBytes } of jobs)
      figures.push({
        name: `${at}job ${job}`,
        value: seconds,
        unit: 's',
        note: `${deleted} rows deleted, log ${formatNumber(walBytes / 1_048_576)} MiB`,
      })
    if (plans.length > 0) {
      const scans = plans.filter(plan => plan.scans.length > 0)
      figures.push({
        name: `${at}statements that read a growing table as a whole`,
        value: new Set(scans.map(({ name }) => name)).size,
        limit: atMost(0),
        note: `${new Set(plans.map(({ name }) => name)).size} statements; ${scans.map(({ name, kind, scans }) => `${name} (${kind}): ${scans.join()}`).join('; ')}`,
      })
    }
    if (backup) {
      const { databaseBytes, backupBytes } = backup
      const note = (one: BackupFigures['backup']) =>
        `CPU ${formatNumber(one.cpuSeconds)} s, peak ${formatNumber(one.peakMiB)} MiB`
      figures.push(
        { name: `${at}database`, value: databaseBytes / 1_048_576, unit: 'MiB' },
        {
          name: `${at}backup`,
          value: backup.backup.seconds,
          unit: 's',
          note: `${formatNumber(backupBytes / 1_048_576)} MiB; ${note(backup.backup)}`,
        },
        { name: `${at}restore`, value: backup.restore.seconds, unit: 's', note: note(backup.restore) },
      )
    }
  }
  const [largest] = sizes.filter(({ tables }) => tables.length > 0).slice(-1)
  return largest ? [...figures, ...growthFigures(largest)] : figures
}

/** Fails on a plan that reads a growing table as a whole. */
function assertNoScans(sizes: readonly SizeFigures[]): void {
  const found = sizes.flatMap(({ accounts, plans }) =>
    plans.flatMap(({ name, kind, scans }) =>
      scans.map(scan => `${sizeName(accounts)}: ${name} (${kind}): ${scan}`),
    ),
  )
  if (found.length > 0)
    throw new Error(`statements read growing tables as a whole:\n    ${found.join('\n    ')}`)
}

export const section: Section = {
  title: 'Data sets of several sizes',
  async run({ seconds, accountCounts, folder, parts, keep }: Context) {
    const installation = await createInstallation(folder)
    const sizes: SizeFigures[] = []
    keep({ sizes })
    const has = (part: string): boolean => parts.size === 0 || parts.has(part)
    const say = (line: string): void => console.log(`  … ${line}`)
    for (const accounts of accountCounts) {
      const owner = await connectOwner(installation)
      const existing = await countAccounts(owner).finally(() => owner.end())
      if (existing > accounts) {
        say(`${sizeName(accounts)}: the folder has ${sizeName(existing)} accounts already`)
        continue
      }
      const start = performance.now()
      if (existing < accounts) {
        await growDataSet(installation, existing, accounts, line => say(`${sizeName(accounts)}: ${line}`))
        await vacuumDatabase(installation.adminUrl)
      }
      const buildSeconds = existing < accounts ? (performance.now() - start) / 1_000 : 0
      const figures: SizeFigures = {
        ...{
          accounts,
          buildSeconds,
          calls: [],
          memory: { serverMiB: 0 },
          jobs: [],
          plans: [],
          backup: undefined,
          tables: [],
        },
      }
      sizes.push(figures)
      if (has('growth')) figures.tables = await measureTables(installation)
      if (has('calls')) await measureCalls(installation, accounts, seconds, figures)
      if (has('plans')) {
        const hot = await recordHotStatements(installation, accounts)
        takeStatements()
        // The jobs find work in any case, so that each of their statements runs.
        const jobs = await runJobs(installation)
        const background = takeStatements()
        if (has('jobs')) figures.jobs = jobs
        figures.plans = await explain(installation, accounts, [...hot, ...background])
      } else if (has('jobs')) figures.jobs = await runJobs(installation)
      if (has('backup')) figures.backup = await measureBackup(installation)
    }
    const figures = toFigures(sizes)
    try {
      assertNoScans(sizes)
    } catch (error) {
      // The figures are printed by the caller, unless the section fails.
      for (const figure of figures) console.log(formatFigure(figure))
      throw error
    }
    return figures
  },
}
