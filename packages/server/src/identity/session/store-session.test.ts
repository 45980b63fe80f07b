import { expect, test } from 'vitest'
import type { Queryable } from '../../platform/db/database.ts'
import { storeSession } from './store-session.ts'

// Every rejection must be handled: the process would end otherwise, and vitest fails on it.
test.each([null, 'parent'])('a lost connection rejects once for the parent %j', async parentHandle => {
  const lost: Queryable = { query: () => Promise.reject(new Error('Connection terminated')) }
  const session = { uid: 'uid', parentHandle, passwordHash: null } as Parameters<typeof storeSession>[1]
  await expect(storeSession(lost, session)).rejects.toThrow('Connection terminated')
  await new Promise(resolve => setImmediate(resolve))
})
