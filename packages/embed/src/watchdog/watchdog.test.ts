import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWatchdog, type WatchdogOptions } from './watchdog.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function setUp(overrides: Partial<WatchdogOptions<'slow' | 'offline' | 'version'>> = {}) {
  const removePanel = vi.fn()
  const options = {
    source: 'K',
    timeoutMs: 1_000,
    isDone: () => false,
    findReason: vi.fn(async () => 'slow' as const),
    show: vi.fn(() => removePanel),
    report: vi.fn(),
    ...overrides,
  } as const
  return { ...options, removePanel, watchdog: createWatchdog(options) }
}

describe('the watchdog', () => {
  test('shows and reports the reason after the timeout', async () => {
    const { watchdog, show, report } = setUp()
    watchdog.start()
    await vi.advanceTimersByTimeAsync(999)
    expect(show).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(show).toHaveBeenCalledExactlyOnceWith({ reason: 'slow', code: 'KS-0' })
    expect(report).toHaveBeenCalledExactlyOnceWith({ reason: 'slow', code: 'KS-0' })
  })

  test('shows nothing for a page that starts while the reason is looked for', async () => {
    let isDone = false
    const { watchdog, show } = setUp({ isDone: () => isDone })
    const checking = watchdog.check()
    isDone = true
    await checking
    expect(show).not.toHaveBeenCalled()
  })

  test('does not repeat a reason, and replaces the panel for another one', async () => {
    const { watchdog, show, removePanel } = setUp()
    await watchdog.check()
    await watchdog.check()
    expect(show).toHaveBeenCalledOnce()
    watchdog.fail('offline')
    expect(removePanel).toHaveBeenCalledOnce()
    expect(show).toHaveBeenLastCalledWith({ reason: 'offline', code: 'KO-0' })
  })

  test('looks for no other reason after a known one', async () => {
    const { watchdog, findReason } = setUp()
    watchdog.start()
    watchdog.fail('version')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(findReason).not.toHaveBeenCalled()
  })

  test('removes the panel when the page starts', async () => {
    const { watchdog, removePanel } = setUp()
    await watchdog.check()
    watchdog.reset()
    expect(removePanel).toHaveBeenCalledOnce()
  })
})
