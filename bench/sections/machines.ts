/**
 * The list of an account's machines and the check of one right, with few and with many machines. CPU times count work only, so they hold
 * on a busy computer too.
 */
import { createHash } from 'node:crypto'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { listMachinePeople, listMachines } from '@kerf/contract/machines/machines'
import { findRole } from '../../packages/server/src/machines/machine/machine-store.ts'
import { sha256 } from '../../packages/server/src/platform/keys/secrets.ts'
import { createSessionToken } from '../../packages/server/src/platform/keys/session-token.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure, formatNumber } from '../harness/figures.ts'
import type { Installation } from '../harness/installation.ts'
import { startServer } from '../harness/server-process.ts'
import { vacuumDatabase } from '../harness/vacuum.ts'
import type { Call } from '../load/load.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'
import { cpuSeconds } from '../scale/cpu-time.ts'

const ACCOUNT_COUNTS = [10_000, 1_000_000]
/** Each account owns two machines, and may run one of the account before. */
const MACHINES_OF_ACCOUNT = 2
/** Accounts that call, spread over all. */
const CALLERS = 5_000
const CHECKS = 5_000
const CONNECTIONS = 32
/** Accounts of one statement, so that none takes long. */
const GROWTH_BATCH = 50_000

const uidOf = (account: number): string =>
  createHash('md5')
    .update(`machines ${account}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const machineOf = (number: number): string => `m_${String(number).padStart(22, '0')}`

const UID = (account: string): string => `md5('machines ' || ${account})::uuid`
const MACHINE = `'m_' || lpad(n::text, 22, '0')`
/** $1, $2: the first and the last account that is added. */
const ACCOUNTS = 'generate_series($1::int, $2::int) a'
const OWNED = `generate_series($1::int * ${MACHINES_OF_ACCOUNT} - ${MACHINES_OF_ACCOUNT - 1}, $2::int * ${MACHINES_OF_ACCOUNT}) n`
const OWNER = `((n + ${MACHINES_OF_ACCOUNT - 1}) / ${MACHINES_OF_ACCOUNT})`
const ROWS = [
  `insert into account (uid, kind, email, email_verified_at, nickname, country)
   select ${UID('a')}, 'personal', 'owner' || a || '@machines.example', now(), 'Owner ' || a, 'DE' from ${ACCOUNTS}`,
  `insert into machine (id, sn, line, ownership, rights, owner_since, last_member)
   select ${MACHINE}, 'BEN' || lpad(n::text, 20, '0'), 'laser', 1, 1, now(), 2 from ${OWNED}`,
  `insert into machine_role (machine, uid, member, handle, role, ownership)
   select ${MACHINE}, ${UID(OWNER)}, 1, 'owner' || n, 'owner', 1 from ${OWNED}`,
  `insert into machine_role (machine, uid, member, handle, role, ownership)
   select ${MACHINE}, ${UID(`(${OWNER} + 1)`)}, 2, 'guest' || n, 'operator', 1 from ${OWNED} where n % ${MACHINES_OF_ACCOUNT} = 0`,
  `insert into machine_of_account (uid, machine) select ${UID(OWNER)}, ${MACHINE} from ${OWNED}`,
  `insert into machine_of_account (uid, machine)
   select ${UID(`(${OWNER} + 1)`)}, ${MACHINE} from ${OWNED} where n % ${MACHINES_OF_ACCOUNT} = 0`,
]

async function grow({ db, adminUrl }: Installation, from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += GROWTH_BATCH)
    await db.transaction(async tx => {
      await tx.query({ text: "set local statement_timeout = '300s'" })
      for (const text of ROWS)
        await tx.query({ text, values: [first, Math.min(first + GROWTH_BATCH - 1, to)] })
    })
  await vacuumDatabase(adminUrl)
}

interface Caller {
  readonly account: number
  readonly token: string
}

/** Signs in accounts all over the first `accounts`. */
async function signIn({ db }: Installation, accounts: number): Promise<Caller[]> {
  const count = Math.min(CALLERS, accounts)
  const callers = Array.from({ length: count }, (_, index) => {
    const account = 1 + Math.floor((index * accounts) / count)
    return { account, token: createSessionToken(uidOf(account)) }
  })
  await db.query({
    text: `insert into session (uid, handle, token_hash, remember, method, application, platform)
           select uid, $3 || n, hash, false, 'password', 'portal', 'web'
             from unnest($1::uuid[], $2::bytea[]) with ordinality t(uid, hash, n)`,
    values: [
      callers.map(({ account }) => uidOf(account)),
      callers.map(({ token }) => sha256(token)),
      `of ${accounts} `,
    ],
  })
  return callers
}

interface Measured {
  /** of server and database for a call */
  readonly cpuMs: number
  /** ms of the clock */
  readonly p50: number
  readonly p99: number
}

export const section: Section = {
  title: `Machines: list and check of one right, ${CONNECTIONS} connections`,
  async run({ installation, seconds, scale }: Context): Promise<Figure[]> {
    const installed = await installation()
    const { db } = installed
    const server = await startServer(installed.env)
    const measure = async (calls: readonly Call[]): Promise<Measured> => {
      const load = { url: server.url, connections: CONNECTIONS, calls }
      await runLoad({ ...load, seconds: 2 })
      const cpu = (): number => cpuSeconds(server.pid) + cpuSeconds(installed.postgresPid())
      const before = cpu()
      const { rate, p50, p99 } = await runLoad({ ...load, seconds })
      return { cpuMs: ((cpu() - before) * 1_000) / (rate * seconds), p50, p99 }
    }
    const check = async (accounts: number): Promise<Measured> => {
      const times: number[] = []
      const before = cpuSeconds(installed.postgresPid())
      for (let index = 0; index < CHECKS; index++) {
        const account = 1 + Math.floor((index * accounts) / CHECKS)
        const start = performance.now()
        const [role] = await findRole(db, {
          machine: machineOf(account * MACHINES_OF_ACCOUNT),
          uid: uidOf(account),
        })
        times.push(performance.now() - start)
        if (role?.role !== 'owner') throw new Error('the owner has no right')
      }
      const cpuMs = ((cpuSeconds(installed.postgresPid()) - before) * 1_000) / CHECKS
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number): number => sorted[Math.floor((CHECKS - 1) * share)] ?? Number.NaN
      return { cpuMs, p50: at(0.5), p99: at(0.99) }
    }

    const names = ['list of machines', 'people of a machine', 'check of one right, the statement'] as const
    const sizes: { readonly accounts: number; readonly measured: readonly Measured[] }[] = []
    for (const count of ACCOUNT_COUNTS) {
      const accounts = Math.ceil(count * scale)
      await grow(installed, (sizes.at(-1)?.accounts ?? 0) + 1, accounts)
      const callers = await signIn(installed, accounts)
      const by = (path: (account: number) => string): Call[] =>
        callers.map(({ account, token }) => ({
          method: 'GET',
          path: path(account),
          headers: { [TOKEN_HEADER]: token, 'x-forwarded-for': clientAddress(account) },
        }))
      const list = await measure(by(() => listMachines.path))
      const people = await measure(
        by(account => listMachinePeople.path.replace(':machine', machineOf(account * MACHINES_OF_ACCOUNT))),
      )
      sizes.push({ accounts, measured: [list, people, await check(accounts)] })
    }
    await server.stop()
    const [small, large] = sizes
    return names.map((name, index) => {
      const [few, many] = [small?.measured[index], large?.measured[index]]
      const of = (one: Measured | undefined): string =>
        one
          ? `${formatNumber(one.cpuMs)} ms of CPU, p50 ${formatNumber(one.p50)}, p99 ${formatNumber(one.p99)} ms`
          : ''
      return {
        name: `${name}: CPU at ${large?.accounts} accounts / ${small?.accounts}`,
        value: (many?.cpuMs ?? Number.NaN) / (few?.cpuMs ?? Number.NaN),
        unit: '×',
        limit: atMost(1.5),
        note: `${of(few)}; ${of(many)}`,
      }
    })
  },
}
