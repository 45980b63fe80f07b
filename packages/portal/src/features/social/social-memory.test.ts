import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { begun, nextStep } from './social-memory.ts'

const step = { kind: 'connect', channel: 'google', flow: 'flow' } as const

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  nextStep.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a step is remembered for ten minutes', () => {
  nextStep.set(step)
  vi.advanceTimersByTime(599_000)
  expect(nextStep.get()).toEqual(step)
  vi.advanceTimersByTime(2_000)
  expect(nextStep.get()).toBeUndefined()
})

test('it outlives a reload where the browser lets it be stored', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  nextStep.set(step)
  expect([...stored.keys()]).toEqual(['kerfSocialStep'])
  nextStep.clear()
  expect(stored.size).toBe(0)
  expect(nextStep.get()).toBeUndefined()
})

test('a frame that may store nothing still knows', () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  nextStep.set(step)
  expect(nextStep.get()).toEqual(step)
  expect(begun.get()).toBeUndefined()
})
