import { afterEach, expect, test, vi } from 'vitest'
import { github } from './dialects.ts'
import { oauth2Provider } from './oauth2.ts'

afterEach(() => vi.unstubAllGlobals())

const provider = oauth2Provider(
  { channel: 'github', clientId: 'c', secret: 's', nativeClientIds: [] },
  github,
)
const request = {
  state: 'state',
  nonce: 'nonce',
  verifier: 'v'.repeat(43),
  redirectUri: 'https://passport.kerf.example/oauth/github/callback',
  lang: 'en',
} as const
const callback = new URL(`${request.redirectUri}?code=code&state=state`)

test('everything that is asked for one sign-in shares one time-out', async () => {
  const signals: unknown[] = []
  vi.stubGlobal('fetch', async (_: URL, init: RequestInit) => {
    signals.push(init.signal)
    return Response.json({ access_token: 't', id: 7, login: 'ada' })
  })
  await provider.exchangeCallback(request, callback)
  expect(signals.length).toBeGreaterThan(2)
  expect(new Set(signals).size).toBe(1)
  await provider.exchangeCallback(request, callback)
  expect(new Set(signals).size, 'and the next has its own').toBe(2)
})
