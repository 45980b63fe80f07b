/** The lines of a start before its server exists, in the form of the log. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../../src/platform/config/config.ts'
import { prepareInstallation } from '../../src/process/prepare-installation.ts'
import { createDatabaseWait } from '../../src/process/waiting-server.ts'
import { runAsAdmin } from '../support/admin-connection.ts'
import { createTestDatabase } from '../support/test-database.ts'

const MIGRATION = '094-months-around-now.sql'

test('the migrations of a start are lines of JSON in production', async () => {
  const database = await createTestDatabase()
  // It replaces a function, so it can be applied again. The comment says that nothing is to be done.
  await runAsAdmin(database.url, `delete from migration where name = '${MIGRATION}'`)
  await runAsAdmin(database.url, 'comment on table migration is null')
  const dataDir = mkdtempSync(join(tmpdir(), 'kerf-start-'))
  const env = { NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: dataDir }
  const config = { ...readConfig(env, dataDir), production: true }
  const out: string[] = []
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation(chunk => out.push(String(chunk)) > 0)
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    await prepareInstallation(config, createDatabaseWait(config))
  } finally {
    stdout.mockRestore()
  }
  expect(stderr).not.toHaveBeenCalled()
  stderr.mockRestore()
  expect(out.map(line => JSON.parse(line) as unknown)).toContainEqual({
    level: 30,
    time: expect.stringMatching(/Z$/),
    msg: `Applied ${MIGRATION}.`,
  })
  rmSync(dataDir, { recursive: true })
  await database.drop()
})
