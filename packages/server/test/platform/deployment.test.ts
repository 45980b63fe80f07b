import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { assertDeployment } from '../../src/process/assert-deployment.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let owner: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = await openDatabase({ url: database.url, servingRole: null, poolSize: 1, onError: () => undefined })
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

test('refuses the database of another server group, until its owner changes it', async () => {
  const start = (deployment: 'us' | 'eu', production = true) =>
    assertDeployment(owner, { deployment, production })
  await start('us')
  await start('us')
  await start('eu', false)
  const message = await start('eu').then(
    () => '',
    (error: Error) => error.message,
  )
  expect(message).toMatch(/DEPLOYMENT=eu, but this database belongs to "us"/)
  const [, statement = ''] = /run as its owner: (.*)$/.exec(message) ?? []
  await owner.query({ text: statement })
  await start('eu')
  await expect(start('us')).rejects.toThrow('belongs to "eu"')
})
