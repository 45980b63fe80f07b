/** `kerf backup` and `kerf restore` of a data set into a new database. */
import { once } from 'node:events'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Installation } from '../harness/installation.ts'
import { startProgram } from '../harness/processes.ts'
import { cpuSeconds, peakMemory } from './cpu-time.ts'
import { connectOwner } from './data-set.ts'

export interface CommandFigures {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMiB: number
}

export interface BackupFigures {
  readonly databaseBytes: number
  readonly backupBytes: number
  readonly backup: CommandFigures
  readonly restore: CommandFigures
}

const KERF = new URL('../../packages/operator/src/main.ts', import.meta.url)
const POLL_MS = 20

async function runKerf(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandFigures> {
  const start = performance.now()
  const program = startProgram(KERF, words, {
    ...env,
    PUBLIC_URL: 'http://localhost:8080',
    KERF_OPERATOR: 'bench',
  })
  const ended = once(program.child, 'exit') as Promise<[number | null]>
  let running = true
  let peakMiB = 0
  let cpu = 0
  ended.finally(() => {
    running = false
  })
  while (running) {
    peakMiB = Math.max(peakMiB, peakMemory(program.pid))
    try {
      cpu = Math.max(cpu, cpuSeconds(program.pid))
    } catch {
      // It has ended since.
    }
    await sleep(POLL_MS)
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`kerf ${words[0]} ended with code ${code}`)
  return { seconds: (performance.now() - start) / 1_000, cpuSeconds: cpu, peakMiB }
}

export async function measureBackup(installation: Installation): Promise<BackupFigures> {
  const owner = await connectOwner(installation)
  let databaseBytes = 0
  try {
    // The data set has no files of pictures, and a backup without any of them is refused.
    await owner.query('delete from headpic_file')
    const { rows } = await owner.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float8 as bytes',
    )
    databaseBytes = rows[0]?.bytes ?? 0
  } finally {
    await owner.end()
  }
  const folder = join(installation.dataDir, 'backup')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const file = join(folder, 'backup.kerf')
  const backup = await runKerf(['backup', file], installation.env)

  const admin = new pg.Client({ connectionString: installation.adminUrl })
  await admin.connect()
  try {
    await admin.query('drop database if exists kerf_restored with (force)')
    await admin.query(`create database kerf_restored owner ${new URL(installation.databaseUrl).username}`)
    const url = new URL(installation.databaseUrl)
    url.pathname = '/kerf_restored'
    const target = join(folder, 'restored')
    mkdirSync(target)
    const env = { ...installation.env, DATABASE_URL: url.href, DATA_DIR: target }
    // A server's first start creates the tables.
    await runKerf(['migrate'], env)
    const restore = await runKerf(['restore', file, '--without-deletions', '--yes'], env)
    return { databaseBytes, backupBytes: statSync(file).size, backup, restore }
  } finally {
    await admin.query('drop database if exists kerf_restored with (force)')
    await admin.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
