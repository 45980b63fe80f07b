import { expect, test } from 'vitest'
import { KeyedMutex } from './keyed-mutex.ts'
import { BusyError } from './limit-concurrency.ts'

test('runs the tasks of one key in order, also after one that failed', async () => {
  const mutex = new KeyedMutex()
  const seen: string[] = []
  let running = 0
  const task = (name: string, fails = false) =>
    mutex.runExclusive('a', async () => {
      expect(++running).toBe(1)
      await new Promise(setImmediate)
      seen.push(name)
      running--
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([task('1'), task('2', true), task('3')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual(['1', '2', '3'])
})

test('a task that arrives while the last one ends still waits for its turn', async () => {
  const mutex = new KeyedMutex()
  let running = 0
  const task = () =>
    mutex.runExclusive('a', async () => {
      expect(++running).toBe(1)
      await new Promise(setImmediate)
      running--
    })
  await Promise.all(Array.from({ length: 20 }, () => task().then(task).then(task)))
})

test('tasks of another key do not wait', async () => {
  const mutex = new KeyedMutex()
  const gate = Promise.withResolvers<void>()
  const first = mutex.runExclusive('a', () => gate.promise)
  expect(await mutex.runExclusive('b', async () => 'b')).toBe('b')
  gate.resolve()
  await first
})

test('a task that waits longer than the timeout is refused, and later ones run', async () => {
  const mutex = new KeyedMutex(1)
  const gate = Promise.withResolvers<void>()
  const first = mutex.runExclusive('a', () => gate.promise)
  await expect(mutex.runExclusive('a', async () => 'never')).rejects.toBeInstanceOf(BusyError)
  gate.resolve()
  await first
  expect(await mutex.runExclusive('a', async () => 'later')).toBe('later')
})
