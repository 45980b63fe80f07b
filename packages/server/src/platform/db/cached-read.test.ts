import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { useDatabase, useTestDatabase } from '../../../test/support/use-database.ts'
import { openCachedRead } from './cached-read.ts'
import { listen } from './listen.ts'

const db = await useDatabase(await useTestDatabase())

test('a slow read of older rows does not replace what was read after a later notification', async () => {
  let stored = 'older'
  let gate: PromiseWithResolvers<void> | undefined
  let reads = 0
  const read = async (): Promise<string> => {
    reads++
    const found = stored
    await gate?.promise
    return found
  }
  const cached = await openCachedRead(db, 'shelf', read, () => {})
  const onNotification = vi.fn<() => void>()
  const listening = listen(db, 'shelf', onNotification, () => {})
  const notify = async (): Promise<void> => {
    onNotification.mockClear()
    await db.query({ text: `select pg_notify('shelf', '')` })
    await expect.poll(() => onNotification).toHaveBeenCalled()
  }
  // The read after the connect.
  await expect.poll(() => onNotification).toHaveBeenCalled()
  await nextTurn()

  gate = Promise.withResolvers()
  reads = 0
  const slow = gate
  await notify()
  expect(reads).toBe(1)
  gate = undefined
  stored = 'newer'
  await notify()
  await nextTurn()
  slow.resolve()
  await nextTurn()
  expect(cached.current()).toBe('newer')
  await cached.stop()
  await listening.stop()
})
