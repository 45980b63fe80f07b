import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pendingStep, startedFlow } from './social-flow-storage.ts'

const step = { kind: 'connect', channel: 'google', flow: 'flow' } as const

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  pendingStep.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('keeps a step for ten minutes', () => {
  pendingStep.set(step)
  vi.advanceTimersByTime(599_000)
  expect(pendingStep.get()).toEqual(step)
  vi.advanceTimersByTime(2_000)
  expect(pendingStep.get()).toBeUndefined()
})

test('survives a reload where storage is allowed', () => {
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

test('keeps the step in memory where storage is blocked', () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  pendingStep.set(step)
  expect(pendingStep.get()).toEqual(step)
  expect(startedFlow.get()).toBeUndefined()
})
