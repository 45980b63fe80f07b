import { expect, test } from 'vitest'
import { assertDeployment } from '../../src/process/assert-deployment.ts'
import { useDatabase, useTestDatabase } from '../support/use-database.ts'

const owner = await useDatabase(await useTestDatabase(), { servingRole: null })

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
