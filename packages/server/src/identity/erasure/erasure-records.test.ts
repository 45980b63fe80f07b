import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileStore } from '../../platform/files/file-store.ts'
import { listErasureRecords, writeErasureRecord, writeMissingErasureRecords } from './erasure-records.ts'

test('rewrites missing, old, corrupted and forged records of deleted accounts, and no other', async () => {
  const stored = new Map<string, Buffer>()
  const files: FileStore = {
    put: async (name, bytes) => void stored.set(name, bytes),
    get: async name => stored.get(name),
    remove: async name => void stored.delete(name),
    list: async folder => [...stored.keys()].map(name => name.slice(folder.length + 1)),
  }
  const store = { files, key: randomBytes(32), deployment: 'test' }
  const accounts = Array.from({ length: 6 }, () => ({ uid: randomUUID(), at: 1_700_000_000 }))
  const db = { query: async () => ({ rows: accounts }) } as never
  type Account = (typeof accounts)[number]
  const [good, , old, torn, forged, foreign] = accounts as [
    Account,
    Account,
    Account,
    Account,
    Account,
    Account,
  ]
  const record = ({ uid }: Account) => `deleted/${uid}.json`
  await writeErasureRecord(store, good)
  stored.set(`deleted/${old.uid}`, Buffer.alloc(0))
  stored.set(record(torn), Buffer.from('{"uid":'))
  stored.set(record(forged), Buffer.from(JSON.stringify({ ...forged, deployment: 'test', proof: 'AAAA' })))
  await writeErasureRecord({ ...store, key: randomBytes(32) }, foreign)
  const stranger = randomUUID()
  stored.set(`deleted/${stranger}.json`, Buffer.from('{}'))

  expect(await writeMissingErasureRecords(db, store)).toBe(5)
  const { proven, unproven } = await listErasureRecords(store)
  expect(new Set(proven.map(({ uid }) => uid))).toEqual(new Set(accounts.map(({ uid }) => uid)))
  expect(unproven).toEqual([stranger])
  expect(await writeMissingErasureRecords(db, store)).toBe(0)
})
