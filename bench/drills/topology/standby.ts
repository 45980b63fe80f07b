/** PostgreSQL with a streaming standby, both of Debian and without any manager. */
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findFreePort } from '../../../packages/server/src/platform/embedded-postgres/free-port.ts'
import {
  createTemporaryFolder,
  prepareDatabase,
  type SharedInstallation,
  serverSettings,
} from '../../harness/installation.ts'
import { type Daemon, requireProgram, startDaemon } from './daemon.ts'

export interface StandbyInstallation extends SharedInstallation {
  /** read by libfaketime, if `env` names its library; holds an offset such as `+1100d` */
  readonly clockFile: string
  /** address of the standby, without a user */
  readonly replicaUrl: string
  /** Runs a statement on the standby as superuser. */
  onStandby<R extends pg.QueryResultRow>(text: string): Promise<R[]>
  standby(): Daemon
  startStandby(): Promise<void>
}

const FOLDER = '/usr/lib/postgresql/15/bin'
const START_TIMEOUT_MS = 60_000
const SETTINGS = [
  '-c',
  'unix_socket_directories=',
  '-c',
  'listen_addresses=127.0.0.1',
  '-c',
  'wal_level=replica',
]
const run = promisify(execFile)

/** PostgreSQL refuses to run as root. */
async function postgresUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

async function untilAnswers(url: string): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (performance.now() > until) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** `env`: of the primary. */
export async function createStandbyInstallation(
  env: Readonly<Record<string, string>> = {},
): Promise<StandbyInstallation> {
  if (!existsSync(`${FOLDER}/pg_basebackup`))
    throw new Error('This drill needs PostgreSQL 15. Install it: apt-get install postgresql-15')
  const folder = createTemporaryFolder()
  const clusters = join(folder, 'clusters')
  mkdirSync(clusters)
  const user = await postgresUser()
  if (user) chownSync(clusters, user.uid, user.gid)
  const as = user ? ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'] : []
  const clockFile = join(clusters, 'clock')
  writeFileSync(clockFile, '+0\n')
  chmodSync(clockFile, 0o644)
  const start = (name: string, port: number, own: Readonly<Record<string, string>> = {}): Daemon =>
    startDaemon(requireProgram('setpriv', 'util-linux'), [
      ...as,
      // Set last: a library that libfaketime is loaded into as root locks its user out.
      ...['env', ...Object.entries(own).map(([key, value]) => `${key}=${value}`)],
      `${FOLDER}/postgres`,
      ...['-D', join(clusters, name), '-p', String(port), ...SETTINGS],
    ])
  const runAs = (program: string, args: readonly string[]) =>
    run(`${FOLDER}/${program}`, args, { ...user, cwd: clusters, timeout: START_TIMEOUT_MS })
  const ports = { primary: await findFreePort(), standby: await findFreePort() }
  const adminUrl = (port: number, database = 'postgres') =>
    `postgresql://postgres@127.0.0.1:${port}/${database}`

  await runAs('initdb', ['-D', 'primary', '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8'])
  start('primary', ports.primary, { ...env, FAKETIME_TIMESTAMP_FILE: clockFile })
  await untilAnswers(adminUrl(ports.primary))
  const admin = new pg.Client({ connectionString: adminUrl(ports.primary) })
  await admin.connect()
  await admin.query('create role kerf login createrole')
  await admin.query('create database kerf owner kerf')
  await admin.end()
  const installation = await prepareDatabase(
    `postgresql://kerf@127.0.0.1:${ports.primary}/kerf`,
    await serverSettings(),
    folder,
  )
  await runAs('pg_basebackup', ['-D', 'standby', '-R', '-d', adminUrl(ports.primary), '-c', 'fast'])
  let standby: Daemon | undefined
  const startStandby = async (): Promise<void> => {
    standby = start('standby', ports.standby)
    await untilAnswers(adminUrl(ports.standby))
  }
  await startStandby()
  return {
    ...installation,
    clockFile,
    replicaUrl: `postgresql://127.0.0.1:${ports.standby}/kerf`,
    async onStandby<R extends pg.QueryResultRow>(text: string) {
      const client = new pg.Client({ connectionString: adminUrl(ports.standby, 'kerf') })
      await client.connect()
      try {
        return (await client.query<R>(text)).rows
      } finally {
        await client.end()
      }
    },
    standby: () => standby as Daemon,
    startStandby,
  }
}
