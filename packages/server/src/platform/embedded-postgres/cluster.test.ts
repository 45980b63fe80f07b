import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Binaries } from './binaries.ts'
import { assertMajorVersion } from './cluster.ts'

const BINARIES = { major: '17' } as Binaries

test.each([
  ['16\n', 'PostgreSQL 16, but version 17 is installed: start the previous release again'],
  [undefined, 'an unknown version of PostgreSQL, but version 17'],
])('refuses a cluster of another major version and says what to do', (version, message) => {
  const cluster = mkdtempSync(join(tmpdir(), 'kerf-cluster-'))
  try {
    if (version !== undefined) writeFileSync(join(cluster, 'PG_VERSION'), version)
    expect(() => assertMajorVersion(cluster, BINARIES)).toThrow(message)
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
    expect(() => assertMajorVersion(cluster, BINARIES)).not.toThrow()
  } finally {
    rmSync(cluster, { recursive: true })
  }
})
