import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pendingStep, startedFlow } from './social-flow-storage.ts'

const step = { kind: 'connect', channel: 'google', flow: 'flow' } as const

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  pendingStep.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a step is remembered for ten minutes', () => {
  pendingStep.set(step)
  vi.advanceTimersByTime(599_000)
  expect(pendingStep.get()).toEqual(step)
  vi.advanceTimersByTime(2_000)
  expect(pendingStep.get()).toBeUndefined()
})

test('it outlives a reload where the browser lets it be stored', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  pendingStep.set(step)
  expect([...stored.keys()]).toEqual(['kerfSocialStep'])
  pendingStep.clear()
  expect(stored.size).toBe(0)
  expect(pendingStep.get()).toBeUndefined()
})

test('a frame that may store nothing still knows', () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  pendingStep.set(step)
  expect(pendingStep.get()).toEqual(step)
  expect(startedFlow.get()).toBeUndefined()
})
