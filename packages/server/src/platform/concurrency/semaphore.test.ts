import { expect, test, vi } from 'vitest'
import { Busy, createSemaphore } from './semaphore.ts'

test('no more than its width runs at once, in order of arrival', async () => {
  const run = createSemaphore(2, 1_000)
  const began: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      run(async () => {
        began.push(i)
        most = Math.max(most, ++running)
        await Promise.resolve()
        running--
      }),
    ),
  )
  expect(most).toBe(2)
  expect(began).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a work that fails gives its place back', async () => {
  const run = createSemaphore(1, 1_000)
  await expect(run(() => Promise.reject(new Error('fell')))).rejects.toThrow('fell')
  expect(await run(async () => 'next')).toBe('next')
})

test('who waits longer than the patience is turned away, the others are not', async () => {
  vi.useFakeTimers()
  const run = createSemaphore(1, 2_000)
  const held = Promise.withResolvers<void>()
  const first = run(() => held.promise)
  const late = run(async () => 'late')
  const turned = expect(late).rejects.toBeInstanceOf(Busy)
  await vi.advanceTimersByTimeAsync(1_500)
  const patient = run(async () => 'patient')
  await vi.advanceTimersByTimeAsync(600)
  await turned
  held.resolve()
  await first
  expect(await patient).toBe('patient')
  expect(await run(async () => 'after')).toBe('after')
  vi.useRealTimers()
})
