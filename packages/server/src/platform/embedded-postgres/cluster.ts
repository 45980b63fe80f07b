import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { changeOwner } from './cluster-location.ts'
import type { RunAs } from './run-as.ts'

// UTF-8 with code point order does not depend on the locales of the system, so it is the same on every machine.
const INITDB_ARGUMENTS = [
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--data-checksums',
]

async function runInitdb(binaries: Binaries, args: string[], runAs: RunAs): Promise<void> {
  const child = spawn(binaries.initdb, args, {
    ...runAs,
    cwd: binaries.folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`initdb failed with exit code ${code}:\n${output.trim()}`)
}

/**
 * Creates the cluster in a draft folder and renames it, so that an existing cluster is always complete.
 * The caller must hold the lock.
 */
export async function createCluster(
  cluster: string,
  binaries: Binaries,
  options: { password: string; runAs: RunAs; durable: boolean },
): Promise<void> {
  const { password, runAs, durable } = options
  const draft = join(dirname(cluster), 'draft')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  try {
    const passwordFile = join(draft, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    changeOwner(passwordFile, runAs)
    const data = join(draft, 'cluster')
    mkdirSync(data, { mode: 0o700 })
    changeOwner(data, runAs)
    changeOwner(draft, runAs)
    const sync = durable ? [] : ['--no-sync']
    await runInitdb(binaries, ['-D', data, ...INITDB_ARGUMENTS, ...sync, `--pwfile=${passwordFile}`], runAs)
    chmodSync(data, 0o700)
    renameSync(data, cluster)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Throws if the cluster has another major version, because PostgreSQL cannot open it. */
export function assertMajorVersion(cluster: string, binaries: Binaries): void {
  const file = join(cluster, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (version === binaries.major) return
  throw new Error(
    `the database in ${cluster} was created by ${version ? `PostgreSQL ${version}` : 'an unknown version of PostgreSQL'}, but version ${binaries.major} is installed: ` +
      `start the previous release again and make a backup with "kerf backup", then restore that with this release into a new DATA_DIR`,
  )
}
