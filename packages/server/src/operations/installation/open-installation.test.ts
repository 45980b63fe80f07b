import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { openInstallation } from './open-installation.ts'

test('gives the statements of a command more time than those of a call', async () => {
  const database = await createTestDatabase()
  const env = { DATABASE_URL: database.url, KERF_MASTER_KEY: randomBytes(32).toString('base64url') }
  const installation = await openInstallation(env, tmpdir(), { warn: () => undefined })
  try {
    const { rows } = await installation.db.query<{ statement: string; idle: string }>({
      text: `select current_setting('statement_timeout') as statement,
                    current_setting('idle_in_transaction_session_timeout') as idle`,
    })
    expect(rows).toEqual([{ statement: '30min', idle: '30min' }])
  } finally {
    await installation.close()
    await database.drop()
  }
})
