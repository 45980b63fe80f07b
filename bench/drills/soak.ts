/** Memory, connections and tables stay flat under load (P-21). Prints the slopes, so that a short run can be judged too. */
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { atMost, formatNumber } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import { COLLECTS_ON_SIGNAL, retainedMemory } from '../harness/memory.ts'
import { type Drill, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { verificationFindings, verifyAcknowledged } from './workload/verify.ts'
import { DAILY_MIX, startWorkload } from './workload/workload.ts'

const RATE = 200
const SAMPLE_MS = 10_000
/** Share of the run that is not judged: caches and compiled code grow. */
const WARM_UP_SHARE = 0.4
/** A leak of one small object a call (100 B at 100 calls a second and node) grows by 34 MiB an hour. */
const SLOPE_LIMIT_MIB_PER_HOUR = 30
/** Rows of these tables end by themselves, so their number must not follow the number of calls. */
const TABLES_WITH_END = ['one_time', 'rate_limit', 'verification', 'idempotent_call']

interface Sample {
  readonly minute: number
  readonly memory: readonly number[]
  readonly descriptors: readonly number[]
  readonly connections: number
}

const countDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

interface Slope {
  readonly median: number
  /** The true slope is at least this one with a probability of 97.5 %. */
  readonly least: number
}

/** Theil–Sen: the median of the slopes between all pairs. Single samples do not move it. `least` by Kendall's normal approximation. */
function slope(points: readonly (readonly [x: number, y: number])[]): Slope {
  const slopes = points.flatMap(([x1, y1], index) =>
    points.slice(index + 1).map(([x2, y2]) => (y2 - y1) / (x2 - x1)),
  )
  slopes.sort((a, b) => a - b)
  const count = points.length
  const deviation = 1.96 * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  const at = (index: number): number => slopes[Math.max(0, Math.floor(index))] ?? Number.NaN
  return { median: at(slopes.length / 2), least: at((slopes.length - deviation) / 2) }
}

export const drill: Drill = {
  title: `two servers at ${RATE} calls a second, with slopes of memory, descriptors and tables`,
  promises: ['P-21'],
  async run({ minutes, say, keep }) {
    const installation = await createInstallation()
    const { url, nodes } = await startNodes({ ...installation.env, ...COLLECTS_ON_SIGNAL })
    const workload = await startWorkload(installation, { url, rate: RATE, mix: DAILY_MIX })
    const owner = new pg.Client({ connectionString: installation.databaseUrl })
    owner.on('error', () => undefined)
    await owner.connect()
    const samples: Sample[] = []
    const duration = minutes({ short: 8, full: 30 })
    while (workload.now() < duration * 60_000) {
      await sleep(SAMPLE_MS)
      const pids = nodes.map(node => node.server?.pid ?? 0)
      const { rows } = await owner.query<{ connections: number }>(
        'select count(*)::int as connections from pg_stat_activity where datname = current_database()',
      )
      samples.push({
        minute: workload.now() / 60_000,
        memory: await Promise.all(pids.map(retainedMemory)),
        descriptors: pids.map(countDescriptors),
        connections: rows[0]?.connections ?? 0,
      })
    }
    await workload.stop()
    // Keep-alive connections of the load generator and of HAProxy close.
    await sleep(SAMPLE_MS)
    const { rows: stuck } = await owner.query<{ state: string }>(
      `select state from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid() and now() - state_change > interval '5 s'`,
    )
    const { rows: tables } = await owner.query<{ name: string; rows: number }>(
      `select relname as name, n_live_tup::int as rows from pg_stat_user_tables where relname = any($1)`,
      [TABLES_WITH_END],
    )
    await owner.end()
    const judged = samples.filter(({ minute }) => minute > duration * WARM_UP_SHARE)
    const perHour = (pick: (sample: Sample) => number): Slope =>
      slope(judged.map(sample => [sample.minute / 60, pick(sample)]))
    const ofMemory = nodes.map((_, index) => perHour(({ memory }) => memory[index] ?? 0).median)
    const ofDescriptors = nodes.map((_, index) => perHour(({ descriptors }) => descriptors[index] ?? 0))
    const failed = workload.records.filter(({ code }) => code !== 0)
    keep('samples', samples)
    keep('tables', tables)
    keep('failed', failed)
    say(`${workload.records.length} calls in ${formatNumber(duration)} minutes`)
    const verification = await verifyAcknowledged(workload, installation.databaseUrl, installation.keys)
    const first = judged[0]
    const last = judged.at(-1)
    return [
      {
        promise: 'P-21',
        name: 'memory that a server retains: slope after warm-up',
        value: Math.max(...ofMemory),
        unit: 'MiB/h',
        limit: atMost(SLOPE_LIMIT_MIB_PER_HOUR),
        note: nodes
          .map(
            (_, index) =>
              `${Math.round(first?.memory[index] ?? 0)} → ${Math.round(last?.memory[index] ?? 0)} MiB`,
          )
          .join(', '),
      },
      {
        promise: 'P-21',
        // Their number follows the connections of the moment: in a short run, the median slope is chance.
        name: 'open descriptors of a server: slope that is certain',
        value: Math.max(...ofDescriptors.map(({ least }) => least)),
        unit: '/h',
        limit: atMost(10),
        note: `median ${ofDescriptors.map(({ median }) => Math.round(median)).join(', ')}, at the end ${last?.descriptors.join(', ')}`,
      },
      {
        promise: 'P-21',
        name: 'connections of the database at the end',
        value: last?.connections ?? Number.NaN,
        note: `${first?.connections} after warm-up`,
      },
      violations('P-21', 'stuck connections', stuck.length),
      violations(
        'P-21',
        'servers that ended',
        nodes.filter(({ server }) => server?.child.exitCode !== null).length,
      ),
      violations('P-21', 'failed calls', failed.length, `of ${workload.records.length}`),
      ...tables.map(({ name, rows }) => ({ promise: 'P-21', name: `rows of ${name}`, value: rows }) as const),
      ...verificationFindings(verification),
    ]
  },
}
