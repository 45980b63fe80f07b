/** Exhausted connections answer 503 within 2 s and recover (P-13). */
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import pg from 'pg'
import { atMost } from '../../harness/figures.ts'
import { createInstallation } from '../../harness/installation.ts'
import { type Drill, violations } from '../drill.ts'
import { startNodes } from '../topology/nodes.ts'
import { percentile, refusalFindings } from '../workload/answers.ts'
import { createClient, type Outcome } from '../workload/client.ts'
import { seedPeople } from '../workload/people.ts'
import { DAILY_MIX, startWorkload } from '../workload/workload.ts'

const RATE = 50
const EXHAUSTED_MS = 15_000
const WAIT_LIMIT_MS = 2_000
/** The rest of an answer: the limiter, the network. */
const MARGIN_MS = 500
/** Checks at once, five times the connections of two servers. */
const DEMAND = 5 * 2 * 15

export const drill: Drill = {
  title: 'other programs take all connections of PostgreSQL; then five times the demand of the pools',
  promises: ['P-13', 'P-07'],
  async run({ say, keep }) {
    const installation = await createInstallation()
    const { url, nodes } = await startNodes(installation.env)
    const people = await seedPeople(installation, DEMAND)
    const workload = await startWorkload(installation, { url, rate: RATE, mix: DAILY_MIX })
    await sleep(3_000)
    // The connections of the servers end, and others take their place before they are opened again.
    const owner = new pg.Client({ connectionString: installation.adminUrl })
    owner.on('error', () => undefined)
    await owner.connect()
    const hogs: pg.Client[] = []
    const from = workload.now()
    let taking = true
    const hog = async (): Promise<void> => {
      while (taking) {
        const client = new pg.Client({ connectionString: installation.databaseUrl })
        client.on('error', () => undefined)
        try {
          await client.connect()
          hogs.push(client)
        } catch {
          await sleep(20)
        }
      }
    }
    const hogging = Array.from({ length: 8 }, hog)
    const terminate = () =>
      owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'kerf_serving%'`)
    while (workload.now() - from < EXHAUSTED_MS) {
      await terminate()
      await sleep(500)
    }
    const health: number[] = []
    for (const node of nodes)
      for (let index = 0; index < 20; index++) {
        const start = performance.now()
        await (await fetch(`${node.url}/healthz`)).arrayBuffer()
        health.push(performance.now() - start)
      }
    taking = false
    await Promise.all(hogging)
    say(`${hogs.length} connections taken`)
    await Promise.all(hogs.map(client => client.end()))
    const freed = workload.now()
    await sleep(8_000)
    const exhausted = workload.records.filter(({ at }) => at > from + 2_000 && at < freed)
    const recovered = workload.records
      .filter(({ at, code }) => at > freed && code !== 0)
      .map(({ at, ms }) => at + ms - freed)
    await owner.end()
    await workload.stop()

    const clients = nodes.map(node => createClient(node.url))
    const flood = await Promise.all(
      people.flatMap(({ token }, index) =>
        Array.from({ length: 4 }, () => clients[index % 2]?.call(getBasicInfo, undefined, { token })),
      ),
    )
    for (const client of clients) client.close()
    const outcomes = flood.filter(outcome => outcome !== undefined) as Outcome<unknown>[]
    const refused = workload.records.filter(({ code }) => code !== 0)
    keep('refused', refused)
    return [
      {
        promise: 'P-13',
        name: 'no connection left: time until an answer, p99',
        value: percentile(
          exhausted.map(({ ms }) => ms),
          0.99,
        ),
        unit: 'ms',
        limit: atMost(WAIT_LIMIT_MS + MARGIN_MS),
        note: `${exhausted.filter(({ code }) => code !== 0).length} of ${exhausted.length} calls refused`,
      },
      {
        promise: 'P-13',
        name: 'no connection left: /healthz, slowest',
        value: Math.max(...health),
        unit: 'ms',
        limit: atMost(100),
      },
      {
        promise: 'P-13',
        name: 'connections free again: last refused call after',
        value: Math.max(0, ...recovered) / 1_000,
        unit: 's',
        limit: atMost(5),
      },
      violations(
        'P-13',
        `${outcomes.length} checks at once: refused or lost`,
        outcomes.filter(({ code }) => code !== 0).length,
        `slowest ${Math.round(Math.max(...outcomes.map(({ ms }) => ms)))} ms`,
      ),
      violations(
        'P-07',
        'answers 20101 for live sessions',
        refused.filter(({ code, act }) => code === 20101 && act !== 'signOut').length,
      ),
      ...refusalFindings('P-13', refused),
    ]
  },
}
