import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const { callCookieEndpoint } = vi.hoisted(() => ({ callCookieEndpoint: vi.fn() }))
vi.mock('@kerf/contract/client/cookie-sync-client', () => ({ callCookieEndpoint }))

async function open({ framed, answers }: { framed: boolean; answers: readonly (boolean | Error)[] }) {
  vi.resetModules()
  const self = {}
  vi.stubGlobal('window', { self, top: framed ? {} : self })
  vi.stubGlobal('location', { origin: 'https://passport.kerf.example' })
  callCookieEndpoint.mockReset()
  for (const answer of answers) {
    if (answer instanceof Error) callCookieEndpoint.mockRejectedValueOnce(answer)
    else callCookieEndpoint.mockResolvedValueOnce({ seen: answer, domain: '' })
  }
  return import('./cookie-state.ts')
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

describe('the probe', () => {
  test.each([
    ['on a later visit', [true], 'allowed'],
    ['on a first visit', [false, true], 'allowed'],
    ['where cookies are blocked', [false, false], 'blocked'],
    ['where the server does not answer', [new Error('down')], 'unknown'],
  ] as const)('finds %s: %j is %s', async (_, answers, state) => {
    const cookies = await open({ framed: true, answers })
    expect(await cookies.detectCookieState()).toBe(state)
    expect(cookies.cookieState.get()).toBe(state)
    expect(cookies.needsPartitionedCookies()).toBe(state === 'blocked')
  })

  test('runs once, and a page outside a frame neither waits for it nor asks for partitioned cookies', async () => {
    const cookies = await open({ framed: false, answers: [false, false] })
    await cookies.detectBlockedCookies()
    expect(callCookieEndpoint).not.toHaveBeenCalled()
    await Promise.all([cookies.detectCookieState(), cookies.detectCookieState()])
    expect(callCookieEndpoint).toHaveBeenCalledTimes(2)
    expect(cookies.needsPartitionedCookies()).toBe(false)
  })
})

test.each([
  { hostState: 'allowed', answers: [false, false], partitioned: true },
  { hostState: 'blocked', answers: [true], partitioned: false },
] as const)(
  'a host that says $hostState chooses the way that is offered, not where the token is kept (T-28)',
  async ({ hostState, answers, partitioned }) => {
    for (const isHostFirst of [true, false]) {
      const cookies = await open({ framed: true, answers })
      if (isHostFirst) cookies.setHostCookieState(hostState)
      await cookies.detectCookieState()
      cookies.setHostCookieState(hostState)
      expect(cookies.cookieState.get()).toBe(hostState)
      expect(cookies.needsPartitionedCookies()).toBe(partitioned)
    }
  },
)
