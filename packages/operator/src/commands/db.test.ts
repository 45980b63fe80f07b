import { randomBytes } from 'node:crypto'
import { migrate } from '@kerf/server/platform/schema/migrate'
import { expect, test } from 'vitest'
import { readAsAdmin, runAsAdmin } from '../../../server/test/support/admin-connection.ts'
import {
  CITUS_URL,
  createClusterDatabase,
  dropClusterDatabase,
  NO_CLUSTER,
  remoteCommandsOf,
} from '../../../server/test/support/citus-cluster.ts'
import { callCli } from '../cli-fixture.ts'
import { run, useDatabase } from '../database-fixture.ts'

useDatabase()

test.skipIf(CITUS_URL !== undefined)('refuses a database without the extension', async () => {
  for (const words of [
    ['db', 'distribute', '--dry-run'],
    ['db', 'distribute'],
  ]) {
    const { code, out } = await run(words)
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('the extension is missing') })
  }
})

test.skipIf(CITUS_URL === undefined)(
  `distributes a database once, and goes on after an interruption (skipped: ${NO_CLUSTER})`,
  async () => {
    const citusUrl = CITUS_URL ?? ''
    const name = `kerf_test_${randomBytes(8).toString('hex')}`
    const url = await createClusterDatabase(citusUrl, name)
    const cli = async (...words: string[]) => {
      const { code, out } = await callCli(['db', 'distribute', '--shards', '4', '--json', ...words], {
        DATABASE_URL: url,
        DATA_DIR: '/nonexistent',
      })
      return { code, ...JSON.parse(out) }
    }
    const distributionCheck = async () => {
      const { out } = await callCli(['doctor', '--json'], { DATABASE_URL: url, DATA_DIR: '/nonexistent' })
      return JSON.parse(out).checks.find(({ name: check }: { name: string }) => check === 'distribution')
    }
    try {
      expect(await cli()).toMatchObject({ code: 1, refusals: ['migrations are missing: run "kerf migrate"'] })
      await migrate(url)
      const uid = '0b9d6f0e-6e0f-4b6e-9d2e-0d6f3a1c2b4d'
      await runAsAdmin(
        url,
        `insert into account (uid, kind, email, email_verified_at) values ('${uid}', 'personal', 'a@b.example', now())`,
      )
      await runAsAdmin(
        url,
        'create trigger planted before insert on account execute function refuse_change()',
      )
      expect((await cli('--dry-run')).refusals).toEqual(['table account has triggers: planted'])
      await runAsAdmin(url, 'drop trigger planted on account')

      // What an interrupted run leaves behind.
      await runAsAdmin(url, `select create_reference_table('app')`)
      // Where a former version has put it.
      await runAsAdmin(url, `select create_reference_table('deleted_account')`)
      expect(await distributionCheck()).toMatchObject({
        status: 'failed',
        message: expect.stringMatching(/^unfinished: \d+ tables are not where they belong/),
      })
      const { steps } = await cli('--dry-run')
      expect(steps.map(({ table }: { table: string }) => table)).not.toContain('app')
      expect(steps).toContainEqual(expect.objectContaining({ table: 'deleted_account', from: 'reference' }))
      const { code, changed } = await cli()
      expect({ code, changed }).toEqual({
        code: 0,
        changed: steps.map(({ table }: { table: string }) => table),
      })
      expect(await cli()).toEqual({ code: 0, changed: [], refusals: [] })
      expect(await distributionCheck()).toMatchObject({ status: 'ok' })
      const commands = await remoteCommandsOf(url, [
        `update account set nickname = 'Ann' where uid = '${uid}'`,
        `insert into audit_event (event, outcome) values ('profile.changed', 'ok')`,
      ])
      expect(commands).toContainEqual(expect.stringMatching(/^PREPARE TRANSACTION/))
      expect(await readAsAdmin(url, `select email from account where uid = '${uid}'`)).toBe('a@b.example')
      const shards = await readAsAdmin(
        url,
        `select count(*) from pg_dist_shard where logicalrelid = 'account'::regclass`,
      )
      expect(Number(shards)).toBe(4)
      await migrate(url)
    } finally {
      await dropClusterDatabase(citusUrl, name)
    }
  },
  120_000,
)
