import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const session = vi.hoisted(() => ({ token: 'token' as string | undefined }))
vi.mock('../lib/token.ts', () => ({ currentToken: () => session.token }))
vi.mock('../lib/call.ts', () => ({ call: vi.fn() }))
const { AWAY_AFTER, LOOK_EVERY, pollSession } = await import('./session-poll.ts')

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
    expect(LOOK_EVERY).toBeLessThanOrEqual(10_000)
    await vi.advanceTimersByTimeAsync(LOOK_EVERY * 3)
    expect(look).toHaveBeenCalledTimes(3)
  })

  it('is looked at when somebody turns to its window', async () => {
    view.dispatchEvent(new Event('focus'))
    expect(look).toHaveBeenCalledTimes(1)
  })

  it('is left alone where nobody is signed in', async () => {
    session.token = undefined
    await vi.advanceTimersByTimeAsync(LOOK_EVERY)
    expect(look).not.toHaveBeenCalled()
  })

  it('is left alone while the page is hidden, and looked at as soon as it is shown', async () => {
    show('hidden')
    await vi.advanceTimersByTimeAsync(LOOK_EVERY * 2)
    expect(look).not.toHaveBeenCalled()
    show('visible')
    expect(look).toHaveBeenCalledOnce()
  })

  it('is not kept alive by a page that nobody is at, until somebody comes back', async () => {
    await vi.advanceTimersByTimeAsync(AWAY_AFTER + LOOK_EVERY)
    look.mockClear()
    await vi.advanceTimersByTimeAsync(LOOK_EVERY * 5)
    expect(look).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('pointerdown'))
    expect(look).toHaveBeenCalledOnce()
  })
})
