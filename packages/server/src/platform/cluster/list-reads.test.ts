/** Which database lists are read from (P-28). Two databases of one cluster stand for a primary and a replica that replays nothing. */

import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase, useTestDatabase } from '../../../test/support/use-database.ts'
import type { Database, Queryable } from '../db/database.ts'
import { type ListReads, openListReads, primaryReads } from './list-reads.ts'

const primary = await useDatabase(await useTestDatabase(), { poolSize: 2 })
const copy = await useDatabase(await useTestDatabase(), { poolSize: 2 })

interface ReplicaState {
  standby: boolean
  system: string | undefined
  /** it replays what the primary writes */
  replays: boolean
  error: Error | undefined
}

/** The second database with the position of a standby. */
function createReplica(): { replica: Database; state: ReplicaState } {
  const state: ReplicaState = { standby: true, system: undefined, replays: true, error: undefined }
  const replica: Database = {
    ...copy,
    async query(config) {
      if (state.error) throw state.error
      const result = await copy.query(config)
      if (config.name !== 'replica.replayed') return result as never
      const [row] = result.rows as { system: string }[]
      const positions = (config.values?.[0] ?? []) as readonly string[]
      const replayed = state.replays ? positions.length : 0
      return {
        ...result,
        rows: [{ standby: state.standby, system: state.system ?? row?.system, replayed }],
      } as never
    },
    close: async () => undefined,
  }
  return { replica, state }
}

const log = { info: () => undefined, warn: vi.fn() }

function open(lagMaxMs = 60_000) {
  const { replica, state } = createReplica()
  const reads = openListReads({ primary, marks: primary, replica, lagMaxMs, log })
  onTestFinished(() => reads.stop())
  return { reads, state }
}

/** An account that has not changed anything for a day. */
async function createAccount(): Promise<string> {
  const uid = randomUUID()
  await primary.query({
    text: `insert into account (uid, kind, email, email_verified_at) values ($1::uuid, 'personal', $1::uuid || '@kerf.example', now())`,
    values: [uid],
  })
  return uid
}

const nameOf = async (on: Queryable): Promise<string> =>
  (await on.query<{ name: string }>({ text: 'select current_database() as name' })).rows[0]?.name ?? ''
const placeOf = async (reads: ListReads, uid: string): Promise<'primary' | 'replica'> =>
  (await nameOf(await reads.of(uid))) === (await nameOf(primary)) ? 'primary' : 'replica'
const expectPlace = (reads: ListReads, uid: string, place: string) =>
  expect.poll(() => placeOf(reads, uid), { timeout: 30_000 }).toBe(place)

test('are read from the primary without a replica', async () => {
  const reads = primaryReads(primary)
  expect(await placeOf(reads, await createAccount())).toBe('primary')
  expect(reads.noteWrite).toBeUndefined()
})

test('of an account that has changed something are read from the primary in every process', async () => {
  const here = open().reads
  const elsewhere = open().reads
  const [uid, other] = [await createAccount(), await createAccount()]
  await expectPlace(here, uid, 'replica')
  await expectPlace(elsewhere, uid, 'replica')
  await here.noteWrite?.(uid)
  expect(await placeOf(here, uid)).toBe('primary')
  expect(await placeOf(elsewhere, uid)).toBe('primary')
  expect(await placeOf(here, other)).toBe('replica')
  await primary.query({
    text: `update account set list_changed_at = now() - interval '66 seconds' where uid = $1`,
    values: [uid],
  })
  expect(await placeOf(elsewhere, uid)).toBe('replica')
})

test('of an account that has just logged in, or that a message was sent to, are read from the primary', async () => {
  const { reads } = open()
  const [uid, other] = [await createAccount(), await createAccount()]
  await expectPlace(reads, uid, 'replica')
  await primary.query({
    text: `insert into session (uid, handle, token_hash, remember, method) values ($1::uuid, 's', sha256($1::uuid::text::bytea), false, 'password')`,
    values: [uid],
  })
  expect(await placeOf(reads, uid)).toBe('primary')
  reads.noteChange(other)
  expect(await placeOf(reads, other)).toBe('primary')
})

describe('a replica', () => {
  test('that replays nothing is left, and used again when it does', async () => {
    const { reads, state } = open(1_500)
    const uid = await createAccount()
    await expectPlace(reads, uid, 'replica')
    state.replays = false
    await expectPlace(reads, uid, 'primary')
    state.replays = true
    await expectPlace(reads, uid, 'replica')
  })

  test('that fails is replaced by the primary within the list', async () => {
    const { reads, state } = open()
    const uid = await createAccount()
    await expectPlace(reads, uid, 'replica')
    const on = await reads.of(uid)
    state.error = Object.assign(new Error('terminating connection'), { code: '57P01' })
    expect(await nameOf(on)).toBe(await nameOf(primary))
    expect(await placeOf(reads, uid)).toBe('primary')
    state.error = undefined
    await expectPlace(reads, uid, 'replica')
  })

  test.each([
    ['was promoted', { standby: false }, 'it is no standby'],
    ['belongs to another cluster', { system: '1' }, 'it belongs to another database cluster'],
  ])('that %s is not used', async (_, wrong, cause) => {
    log.warn.mockClear()
    const { reads, state } = open()
    const uid = await createAccount()
    await expectPlace(reads, uid, 'replica')
    Object.assign(state, wrong)
    await expectPlace(reads, uid, 'primary')
    expect(log.warn).toHaveBeenCalledWith({ cause }, 'DATABASE_REPLICA_URL is not used')
  })
})
