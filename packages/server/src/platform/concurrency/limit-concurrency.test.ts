import { expect, test, vi } from 'vitest'
import { BusyError, limitConcurrency } from './limit-concurrency.ts'

test('runs at most the given number of tasks at once, in order of arrival', async () => {
  const run = limitConcurrency(2, 1_000)
  const started: number[] = []
  let running = 0
  let max = 0
  await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      run(async () => {
        started.push(i)
        max = Math.max(max, ++running)
        await Promise.resolve()
        running--
      }),
    ),
  )
  expect(max).toBe(2)
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('starts the next task after one that failed', async () => {
  const run = limitConcurrency(1, 1_000)
  await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await run(async () => 'next')).toBe('next')
})

test('rejects a task that waits longer than the timeout, and runs the others', async () => {
  vi.useFakeTimers()
  const run = limitConcurrency(1, 2_000)
  const blocked = Promise.withResolvers<void>()
  const first = run(() => blocked.promise)
  const late = run(async () => 'late')
  const rejected = expect(late).rejects.toBeInstanceOf(BusyError)
  await vi.advanceTimersByTimeAsync(1_500)
  const waiting = run(async () => 'waiting')
  await vi.advanceTimersByTimeAsync(600)
  await rejected
  blocked.resolve()
  await first
  expect(await waiting).toBe('waiting')
  expect(await run(async () => 'after')).toBe('after')
  vi.useRealTimers()
})
