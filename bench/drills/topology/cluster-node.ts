/** Stops, starts and adds nodes of a Citus cluster on this machine. A node's files and program are found by its own settings. */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { chown, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { readAsAdmin } from '../../../packages/server/test/support/admin-connection.ts'
import { addCleanUp } from '../../harness/clean-up.ts'
import { childrenOf } from '../../harness/processes.ts'

export interface NodeControl {
  readonly url: string
  /** as `kill -9` of every process of the node: nothing is written any more */
  crash(): Promise<void>
  /** Resolves when it accepts connections. */
  start(): Promise<void>
  /** Runs `work` while no process of the node does anything. */
  whileStopped<T>(work: () => Promise<T>): Promise<T>
}

const START_TIMEOUT_MS = 60_000
const POLL_MS = 20
const PREPARED_TIMEOUT_MS = 10_000

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilAnswers(url: string): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS
  while (!(await answers(url))) {
    if (performance.now() > until) throw new Error('a node of the cluster does not start')
    await sleep(POLL_MS)
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Its first line is the process id of the postmaster. */
const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

const startPostgres = (program: string, folder: string): void => {
  const { uid, gid } = statSync(folder)
  // A node that connects to another looks for a certificate in its home, which must not be that of another user.
  const env = { ...process.env, HOME: folder }
  spawn(program, ['-D', folder], { uid, gid, env, cwd: folder, detached: true, stdio: 'ignore' }).unref()
}

/** `url`: of an administrator. Throws if the node does not run on this machine. */
export async function controlNode(url: string): Promise<NodeControl> {
  const folder = String(await readAsAdmin(url, 'show data_directory'))
  const program = readlinkSync(`/proc/${postmasterOf(folder)}/exe`)
  const start = async (): Promise<void> => {
    if (await answers(url)) return
    startPostgres(program, folder)
    await untilAnswers(url)
  }
  addCleanUp(start)
  return {
    url,
    start,
    async whileStopped(work) {
      const children = childrenOf(postmasterOf(folder))
      const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
        for (const pid of children) if (isAlive(pid)) process.kill(pid, name)
      }
      signal('SIGSTOP')
      try {
        return await work()
      } finally {
        signal('SIGCONT')
      }
    },
    async crash() {
      const pid = postmasterOf(folder)
      // An immediate shutdown: no checkpoint, every connection ends. After SIGKILL its children would live on for a while.
      process.kill(pid, 'SIGQUIT')
      while (isAlive(pid)) await sleep(POLL_MS)
    },
  }
}

/**
 * Kills a node between the two phases of a commit: while the coordinator is stopped and the worker has prepared transactions.
 * Returns their number.
 */
export async function crashBetweenPhases(
  node: NodeControl,
  { worker, coordinator }: { worker: NodeControl; coordinator: NodeControl },
): Promise<number> {
  const client = new pg.Client({ connectionString: worker.url })
  client.on('error', () => undefined)
  await client.connect()
  const count = async (): Promise<number> => {
    const { rows } = await client.query<{ prepared: number }>(
      'select count(*)::int as prepared from pg_prepared_xacts where database = current_database()',
    )
    return rows[0]?.prepared ?? 0
  }
  const until = performance.now() + PREPARED_TIMEOUT_MS
  let prepared = 0
  while (prepared === 0 && performance.now() < until) {
    if ((await count()) === 0) continue
    prepared = await coordinator.whileStopped(async () => {
      const left = await count()
      if (left > 0) await node.crash()
      return left
    })
  }
  if (prepared === 0) await node.crash()
  await client.end().catch(() => undefined)
  return prepared
}

/** Starts a further node with the program and the settings of `like`. It is removed at the end of the run. Returns its port. */
export async function startFurtherNode(like: string): Promise<number> {
  const folder = String(await readAsAdmin(like, 'show data_directory'))
  const program = readlinkSync(`/proc/${postmasterOf(folder)}/exe`)
  const { uid, gid } = statSync(folder)
  const parent = mkdtempSync(join(dirname(folder), 'further-'))
  const created = join(parent, 'data')
  mkdirSync(created, { mode: 0o700 })
  for (const path of [parent, created]) await chown(path, uid, gid)
  const { status, stderr } = spawnSync(
    join(dirname(program), 'initdb'),
    [
      '-D',
      created,
      '-U',
      new URL(like).username,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { uid, gid, cwd: created, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`initdb: ${stderr}`)
  const port = await findFreePort()
  // The last value of a setting counts.
  appendFileSync(
    join(created, 'postgresql.conf'),
    `${readFileSync(join(folder, 'postgresql.conf'), 'utf8')}\nport = ${port}\n`,
  )
  startPostgres(program, created)
  const address = new URL(like)
  address.port = String(port)
  address.pathname = '/postgres'
  await untilAnswers(address.href)
  const pid = postmasterOf(created)
  addCleanUp(async () => {
    process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) await sleep(POLL_MS)
    await rm(parent, { recursive: true, force: true })
  })
  return port
}
