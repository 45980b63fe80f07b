import { expect, test, vi } from 'vitest'
import { BusyError } from '../../platform/concurrency/limit-concurrency.ts'
import { withdrawIfBusy } from './password-tries.ts'

const outcomeOf = async (compare: () => Promise<boolean>) => {
  const withdraw = vi.fn(() => Promise.resolve())
  const outcome = await withdrawIfBusy({ withdraw }, compare).catch((error: unknown) => error)
  return { outcome, withdrawn: withdraw.mock.calls.length }
}

test('a try that found no core is not counted', async () => {
  const busy = new BusyError('queue timeout exceeded')
  expect(await outcomeOf(() => Promise.reject(busy))).toEqual({ outcome: busy, withdrawn: 1 })
})

test('a try that compared, or may have compared, stays counted', async () => {
  const failure = new Error('no memory')
  expect(await outcomeOf(() => Promise.resolve(false))).toEqual({ outcome: false, withdrawn: 0 })
  expect(await outcomeOf(() => Promise.reject(failure))).toEqual({ outcome: failure, withdrawn: 0 })
})
