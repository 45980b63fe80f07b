import { execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './process-identity.ts'
import type { RunAs } from './run-as.ts'
import { settingArguments } from './settings.ts'

/** PostgreSQL's main process, as described by its pid file. */
export type Postmaster = { pid: number; port: number; ready: boolean }

const LOG_MAX_BYTES = 10 * 1024 * 1024
const POLL_INTERVAL_MS = 5
const START_TIMEOUT_MS = 60_000
const SIGNAL_TIMEOUT_MS = 15_000

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (process.platform === 'win32') return 'postgres'
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Returns the running postmaster of this cluster. Ignores a pid file whose pid now belongs to another program. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  const command = isRunning(pid) ? commandLine(pid) : ''
  if (!command.includes('postgres')) return undefined
  if (process.platform !== 'win32' && !command.includes(cluster)) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

function openLog(path: string): number {
  try {
    if (statSync(path).size > LOG_MAX_BYTES) renameSync(path, `${path}.1`)
  } catch {
    // The log file does not exist yet.
  }
  return openSync(path, 'a', 0o600)
}

function readLogEnd(log: string, from: number): string {
  return readFileSync(log).subarray(from).toString().trim().split('\n').slice(-8).join('\n')
}

export type StartOptions = {
  cluster: string
  binaries: { postgres: string; folder: string }
  port: number
  log: string
  runAs: RunAs
  durable: boolean
}

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C reaches only this process. Resolves when PostgreSQL accepts
 * connections, and rejects with the end of its log if it does not start. Calls `onExit` when it ends.
 */
export async function startPostmaster(options: StartOptions, onExit: () => void): Promise<Postmaster> {
  const { cluster, binaries, port, log, runAs, durable } = options
  if (!findPostmaster(cluster)) rmSync(pidFile(cluster), { force: true })
  const logFile = openLog(log)
  const logStart = statSync(log).size
  const child = spawn(binaries.postgres, ['-D', cluster, ...settingArguments(cluster, port, durable)], {
    ...runAs,
    cwd: binaries.folder,
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  child.unref()
  let ended = false
  let spawnError: Error | undefined
  child.once('error', error => {
    spawnError = error
    ended = true
  })
  child.once('exit', () => {
    ended = true
    onExit()
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!ended && Date.now() < deadline) {
    const found = findPostmaster(cluster)
    if (found?.pid === child.pid && found?.ready) return found
    await sleep(POLL_INTERVAL_MS)
  }
  if (!ended) child.kill('SIGQUIT')
  throw spawnError ?? new Error(`PostgreSQL did not start:\n${readLogEnd(log, logStart)}`)
}

async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false
    await sleep(POLL_INTERVAL_MS)
  }
  return true
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

/**
 * Requests a fast shutdown, which closes connections and writes all data. If PostgreSQL does not end in time, it gets
 * stronger signals and recovers at its next start.
 */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    sendSignal(pid, name)
    if (await waitForExit(pid, SIGNAL_TIMEOUT_MS)) return
  }
}
