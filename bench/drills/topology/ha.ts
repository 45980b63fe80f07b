/** PostgreSQL with automatic failover, as deploy/ha starts it on one machine: etcd, two members of Patroni, HAProxy, PgBouncer. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addCleanUp } from '../../harness/clean-up.ts'
import {
  createTemporaryFolder,
  prepareDatabase,
  type SharedInstallation,
  serverSettings,
} from '../../harness/installation.ts'
import { childrenOf } from '../../harness/processes.ts'
import { requireProgram } from './daemon.ts'

export type Member = 'a' | 'b'

export interface HaInstallation extends SharedInstallation {
  /** settings for a server whose calls go through PgBouncer */
  readonly pooledEnv: Readonly<Record<string, string>>
  /** address of a member itself, as the owner of the database */
  readonly memberUrl: (member: Member) => string
  findPrimary(): Promise<Member>
  /** Waits until a primary has a synchronous standby. */
  waitUntilRedundant(): Promise<void>
  /** Sends a signal to PostgreSQL and, with `whole`, to Patroni too, as if the machine had it. */
  signal(member: Member, signal: NodeJS.Signals, whole: boolean): void
  /** Starts Patroni again, as systemd does at the start of a machine. */
  startMember(member: Member): Promise<void>
  /** Whether a primary that hung longer than its key lasts leaves the key of its successor alone. */
  keepsSuccessor(): Promise<boolean>
}

const LEADER_KEY = fileURLToPath(new URL('./leader-key.py', import.meta.url))
const SCRIPT = fileURLToPath(new URL('../../../deploy/ha/try.sh', import.meta.url))
const PORTS = 8
const FIRST_PORT = 15_400
const LAST_PORT = 19_000
const REDUNDANT_TIMEOUT_MS = 90_000
const run = promisify(execFile)

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', () => resolve(true))
  })

async function findFreePorts(): Promise<number> {
  for (let base = FIRST_PORT; base < LAST_PORT; base += PORTS) {
    const free = await Promise.all(Array.from({ length: PORTS }, (_, index) => isFree(base + index)))
    if (!free.includes(false)) return base
  }
  throw new Error('no eight free ports in a row')
}

const readPid = (file: string): number => Number(readFileSync(file, 'utf8').split('\n')[0])

export async function createHaInstallation(): Promise<HaInstallation> {
  requireProgram('patroni', 'patroni etcd-server pgbouncer haproxy postgresql-15')
  const folder = createTemporaryFolder()
  const database = join(folder, 'ha')
  const base = await findFreePorts()
  const env = { ...process.env, KERF_HA_PORT: String(base) }
  const script = (...args: string[]) => run(SCRIPT, args, { env, timeout: 180_000 })
  addCleanUp(() => script('stop', database))
  await script('start', database)
  const settings = Object.fromEntries(
    readFileSync(join(database, 'server.env'), 'utf8')
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>
  const { DATABASE_URL: databaseUrl = '' } = settings
  const portOf = { a: base + 2, b: base + 3 }
  const patroniPortOf = { a: base + 4, b: base + 5 }
  const isPrimary = async (member: Member): Promise<boolean> => {
    const response = await fetch(`http://127.0.0.1:${patroniPortOf[member]}/primary`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    return response?.status === 200
  }
  const hasStandby = async (member: Member): Promise<boolean> => {
    const response = await fetch(`http://127.0.0.1:${patroniPortOf[member]}/patroni`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => undefined)
    const state = (await response?.json().catch(() => undefined)) as
      | { replication?: { sync_state: string }[] }
      | undefined
    return state?.replication?.some(({ sync_state }) => sync_state === 'sync') ?? false
  }
  const installation = await prepareDatabase(databaseUrl, await serverSettings(), folder)
  return {
    ...installation,
    pooledEnv: { ...installation.env, ...settings },
    memberUrl(member) {
      const url = new URL(databaseUrl)
      url.port = String(portOf[member])
      return url.href
    },
    async findPrimary() {
      for (;;) {
        for (const member of ['a', 'b'] as const) if (await isPrimary(member)) return member
        await sleep(100)
      }
    },
    async waitUntilRedundant() {
      const until = performance.now() + REDUNDANT_TIMEOUT_MS
      while (performance.now() < until) {
        for (const member of ['a', 'b'] as const)
          if ((await isPrimary(member)) && (await hasStandby(member))) return
        await sleep(200)
      }
      throw new Error('the standby does not return by itself')
    },
    signal(member, signal, whole) {
      const postmaster = readPid(join(database, 'postgres', member, 'postmaster.pid'))
      const postgres = [postmaster, ...childrenOf(postmaster)]
      const patroni = whole ? [readPid(join(database, 'run', `patroni-${member}.pid`))] : []
      for (const pid of [...patroni, ...postgres]) {
        try {
          process.kill(pid, signal)
        } catch {
          // A backend that has ended meanwhile.
        }
      }
    },
    async startMember(member) {
      await script('start', database, `patroni-${member}`)
    },
    async keepsSuccessor() {
      const api = /PATRONI_(ETCD3?)_HOSTS/.exec(readFileSync(SCRIPT, 'utf8'))?.[1]?.toLowerCase() ?? ''
      const { stdout } = await run('/usr/bin/python3', [LEADER_KEY, api, `127.0.0.1:${base}`])
      return stdout.trim() === 'kept'
    },
  }
}
