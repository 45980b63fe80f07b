import { TOAST_DURATION_MS } from '@kerf/contract/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  beginToasts,
  currentToasts,
  dismissToast,
  pauseToasts,
  resumeToasts,
  subscribeToasts,
  toast,
} from './toast-store.ts'

const texts = () => currentToasts().map(shown => shown.text)

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.useRealTimers()
})

// The first of all: afterwards the region is there for good.
test('the time of a toast begins when there is something to show it', () => {
  toast('saved')
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['saved'])
  beginToasts()
  vi.advanceTimersByTime(TOAST_DURATION_MS - 1)
  expect(texts()).toEqual(['saved'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('a toast stays for three seconds', () => {
  toast('saved')
  vi.advanceTimersByTime(TOAST_DURATION_MS - 1)
  expect(texts()).toEqual(['saved'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('reading stops the clock, and only the rest of the time runs on', () => {
  toast('saved')
  vi.advanceTimersByTime(2000)
  pauseToasts()
  pauseToasts()
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['saved'])
  resumeToasts()
  vi.advanceTimersByTime(TOAST_DURATION_MS - 2001)
  expect(texts()).toEqual(['saved'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('the same words renew the toast on show instead of stacking up', () => {
  toast('expired', 'danger')
  vi.advanceTimersByTime(2000)
  toast('expired', 'danger')
  expect(texts()).toEqual(['expired'])
  vi.advanceTimersByTime(TOAST_DURATION_MS - 1)
  expect(texts()).toEqual(['expired'])
})

test('at most three at once, the oldest goes first', () => {
  for (const text of ['a', 'b', 'c', 'd']) toast(text)
  expect(texts()).toEqual(['b', 'c', 'd'])
})

test('listeners hear of every change until they leave', () => {
  const listener = vi.fn()
  const leave = subscribeToasts(listener)
  toast('one')
  vi.advanceTimersByTime(TOAST_DURATION_MS)
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  toast('two')
  expect(listener).toHaveBeenCalledTimes(2)
})
