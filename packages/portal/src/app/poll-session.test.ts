import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const session = vi.hoisted(() => ({ token: 'token' as string | undefined }))
vi.mock('../lib/token/token.ts', () => ({ getCurrentToken: () => session.token }))
vi.mock('../lib/api/api-client.ts', () => ({ callApi: vi.fn() }))
const { IDLE_AFTER_MS, POLL_INTERVAL_MS, pollSession } = await import('./poll-session.ts')

const newPage = () => Object.assign(new EventTarget(), { visibilityState: 'visible' })
let page = newPage()
let view = new EventTarget()
const check = vi.fn(async () => {})
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
  check.mockClear()
  pollSession(check)
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

describe('session polling', () => {
  it('checks the session every few seconds', async () => {
    expect(POLL_INTERVAL_MS).toBeLessThanOrEqual(10_000)
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS * 3)
    expect(check).toHaveBeenCalledTimes(3)
  })

  it('checks when the window gets the focus', async () => {
    view.dispatchEvent(new Event('focus'))
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('pauses when nobody is signed in', async () => {
    session.token = undefined
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS)
    expect(check).not.toHaveBeenCalled()
  })

  it('pauses while the page is hidden and checks as soon as it is visible', async () => {
    show('hidden')
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS * 2)
    expect(check).not.toHaveBeenCalled()
    show('visible')
    expect(check).toHaveBeenCalledOnce()
  })

  it('pauses without input and resumes with the next one', async () => {
    await vi.advanceTimersByTimeAsync(IDLE_AFTER_MS + POLL_INTERVAL_MS)
    check.mockClear()
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS * 5)
    expect(check).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('pointerdown'))
    expect(check).toHaveBeenCalledOnce()
  })
})
