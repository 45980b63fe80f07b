import { afterEach, expect, test, vi } from 'vitest'
import { fetchWithTimeout } from './fetch-with-timeout.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('ends a request after five seconds where AbortSignal.timeout does not exist', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('AbortSignal', class {})
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const outcome = fetchWithTimeout('https://passport.kerf.example/healthz').catch(
    (error: Error) => error.message,
  )
  await vi.advanceTimersByTimeAsync(4_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBe('aborted')
})
