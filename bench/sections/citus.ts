/**
 * The same server on one PostgreSQL, on a Citus cluster through its coordinator, and with statements of one account or key through a worker.
 * CITUS_URL names the cluster. All nodes are on one machine: the figures show the cost of the distribution, not the gain of further machines.
 * Every write passes through the coordinator: its CPU time for each call is the ceiling of writes.
 */
import { readFileSync } from 'node:fs'
import { listMessages } from '@kerf/contract/endpoints/message'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { readAsAdmin } from '../../packages/server/test/support/admin-connection.ts'
import { citusUrl, createClusterInstallation } from '../harness/cluster.ts'
import type { Context, Section } from '../harness/context.ts'
import { type Figure, formatNumber } from '../harness/figures.ts'
import type { SharedInstallation } from '../harness/installation.ts'
import { type Accounts, seedAccounts, seedRedemptionCodes } from '../harness/seed.ts'
import { type Server, startServer } from '../harness/server-process.ts'
import { medianOf, sideBySide } from '../harness/side-by-side.ts'
import type { Call, LoadResult } from '../load/load.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'
import { cpuSeconds } from '../scale/cpu-time.ts'
import { sessionChecks } from './session.ts'
import { CONCURRENT, signIns } from './sign-in.ts'
import { signUps } from './sign-up.ts'

const CONNECTIONS = 64
const WRITE_CONNECTIONS = 16
const CALLS_PER_SECOND = 400
const MESSAGES = 20
const READERS = 1_000

interface Entrance {
  readonly server: Server
  readonly installation: SharedInstallation
  readonly accounts: Accounts
  /** process id of the database that the server connects to */
  readonly databasePid: number
}

interface Measured extends LoadResult {
  /** of the database that the server connects to, for each call */
  readonly cpuMs: number
}

type Seeded = Omit<Entrance, 'server' | 'databasePid'>

async function seed(installation: SharedInstallation): Promise<Seeded> {
  const accounts = await seedAccounts(installation.db)
  await installation.db.query({
    text: `insert into account_message (uid, handle, app, category, texts, starts_at, sender)
           select uid, lpad(n::text, 11, '0'), 'portal', 'app', '{"en": {"title": "Cut", "body": "Done."}}', now() - interval '1 hour', 'bench'
             from unnest($1::uuid[]) uid, generate_series(1, ${MESSAGES}) n`,
    values: [accounts.tokens.slice(0, READERS).map(uidOf)],
  })
  return { installation, accounts }
}

/** Process id of a PostgreSQL on this machine. */
async function findPostgres(url: string): Promise<number> {
  const pid = await readAsAdmin(url, `select pid from pg_stat_activity where backend_type = 'checkpointer'`)
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

const uidOf = (token: string): string => Buffer.from(token, 'base64url').toString('hex', 32)

const json = (path: string, index: number, body: object, headers: Record<string, string> = {}): Call => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', 'x-forwarded-for': clientAddress(index), ...headers },
  body: JSON.stringify(body),
})

const LOADS: Readonly<
  Record<string, { connections: number; calls(of: Entrance, seconds: number): Call[] | Promise<Call[]> }>
> = {
  'session check': {
    connections: CONNECTIONS,
    calls: ({ accounts }) => sessionChecks(accounts.tokens),
  },
  'message list': {
    connections: CONNECTIONS,
    calls: ({ accounts }) =>
      accounts.tokens
        .slice(0, READERS)
        .map(token => ({ method: 'GET', path: listMessages.path, headers: { [TOKEN_HEADER]: token } })),
  },
  'sign-in': { connections: CONCURRENT, calls: ({ accounts }) => signIns(accounts) },
  'sign-up': {
    connections: WRITE_CONNECTIONS,
    calls: ({ installation }, seconds) => signUps(installation, seconds * CALLS_PER_SECOND),
  },
  redemption: {
    connections: CONNECTIONS,
    async calls({ installation, accounts }) {
      const { tokens } = accounts
      const codes = await seedRedemptionCodes(installation.db, installation.keys, tokens.length)
      return codes.map((code, index) =>
        json(
          redeem.path,
          index,
          { code },
          { [TOKEN_HEADER]: tokens[index] ?? '', 'idempotency-key': `${code}-${index}` },
        ),
      )
    },
  },
}

export const section: Section = {
  title: `One PostgreSQL, Citus through its coordinator, and with statements of one account through a worker; ${CONNECTIONS} connections`,
  async run({ installation, rounds, seconds, parts }: Context): Promise<Figure[]> {
    const [plain, cluster] = [await installation(), await createClusterInstallation()]
    const [onPlain, onCluster] = [await seed(plain), await seed(cluster)]
    const worker = cluster.nodes.find(({ isCoordinator }) => !isCoordinator)
    if (!worker) throw new Error('the cluster has no worker')
    const databasePid = await findPostgres(citusUrl())
    const entrances: Record<string, Entrance> = {
      'one PostgreSQL': {
        ...onPlain,
        databasePid: plain.postgresPid(),
        server: await startServer(plain.env),
      },
      coordinator: { ...onCluster, databasePid, server: await startServer(cluster.env) },
      'a worker': {
        ...onCluster,
        databasePid,
        server: await startServer({ ...cluster.env, DATABASE_NODE_URL: cluster.urlOf(worker) }),
      },
    }
    const figures: Figure[] = []
    for (const [name, { connections, calls }] of Object.entries(LOADS)) {
      if (parts.size > 0 && !parts.has(name)) continue
      const measure = async (entrance: Entrance, duration: number): Promise<Measured> => {
        const made = await calls(entrance, duration)
        const before = cpuSeconds(entrance.databasePid)
        const result = await runLoad({
          ...{ url: entrance.server.url, connections, seconds: duration, calls: made },
        })
        const spent = cpuSeconds(entrance.databasePid) - before
        return { ...result, cpuMs: (1_000 * spent) / (result.rate * duration) }
      }
      const results = await (async () => {
        for (const entrance of Object.values(entrances)) await measure(entrance, 2)
        return sideBySide<string, Measured>(
          rounds,
          Object.fromEntries(
            Object.entries(entrances).map(([via, entrance]) => [via, () => measure(entrance, seconds)]),
          ),
        )
      })().catch((error: Error) => {
        // A call that is too much for the machine does not stop the others.
        console.error(`  ${name} could not be measured: ${error.message}`)
        return {}
      })
      for (const [via, measured] of Object.entries(results))
        figures.push({
          name: `${name}, ${via}`,
          value: medianOf(measured, ({ rate }) => rate),
          unit: '/s',
          note: `p50 ${formatNumber(medianOf(measured, ({ p50 }) => p50))} ms, p99 ${formatNumber(medianOf(measured, ({ p99 }) => p99))} ms; ${formatNumber(medianOf(measured, ({ cpuMs }) => cpuMs))} ms of CPU of ${via === 'one PostgreSQL' ? 'the database' : 'the coordinator'} a call`,
        })
    }
    for (const { server } of Object.values(entrances)) await server.stop()
    return figures
  },
}
