import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { loadKeys, readMasterKey } from '../../src/platform/keys/keys.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { useFolder } from '../support/use-folder.ts'

const dataDir = useFolder('master-key')

test('a lost key file is named, and no new key is made beside a database that has keys', async () => {
  const database = await createTestDatabase()
  const db = await openDatabase({ url: database.url, poolSize: 1, onError: () => {} })
  try {
    const first = await readMasterKey(undefined, dataDir, db)
    await loadKeys(db, first)
    expect(await readMasterKey(undefined, dataDir, db)).toEqual(first)
    const lost = `${dataDir}/lost`
    await expect(readMasterKey(undefined, lost, db)).rejects.toThrow(
      /master\.key is missing, but the database/,
    )
    expect(await readdir(dataDir)).toEqual(['master.key'])
  } finally {
    await db.close()
    await database.drop()
  }
})
