import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const session = vi.hoisted(() => ({ token: 'token' as string | undefined }))
vi.mock('../lib/token.ts', () => ({ getCurrentToken: () => session.token }))
vi.mock('../lib/api-client.ts', () => ({ callApi: vi.fn() }))
const { IDLE_AFTER_MS, POLL_INTERVAL_MS, pollSession } = await import('./poll-session.ts')

const newPage = () => Object.assign(new EventTarget(), { visibilityState: 'visible' })
let page = newPage()
let view = new EventTarget()
const look = vi.fn(async () => {})
const show = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  page = newPage()
  view = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', view)
  session.token = 'token'
  look.mockClear()
  pollSession(look)
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

describe('a session that may be ended elsewhere', () => {
  it('is looked at every few seconds', async () => {
    expect(POLL_INTERVAL_MS).toBeLessThanOrEqual(10_000)
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS * 3)
    expect(look).toHaveBeenCalledTimes(3)
  })

  it('is looked at when somebody turns to its window', async () => {
    view.dispatchEvent(new Event('focus'))
    expect(look).toHaveBeenCalledTimes(1)
  })

  it('is left alone where nobody is signed in', async () => {
    session.token = undefined
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS)
    expect(look).not.toHaveBeenCalled()
  })

  it('is left alone while the page is hidden, and looked at as soon as it is shown', async () => {
    show('hidden')
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS * 2)
    expect(look).not.toHaveBeenCalled()
    show('visible')
    expect(look).toHaveBeenCalledOnce()
  })

  it('is not kept alive by a page that nobody is at, until somebody comes back', async () => {
    await vi.advanceTimersByTimeAsync(IDLE_AFTER_MS + POLL_INTERVAL_MS)
    look.mockClear()
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS * 5)
    expect(look).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('pointerdown'))
    expect(look).toHaveBeenCalledOnce()
  })
})
