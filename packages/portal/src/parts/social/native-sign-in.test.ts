import { expect, test, vi } from 'vitest'

const { callApi, callHost } = vi.hoisted(() => ({ callApi: vi.fn(), callHost: vi.fn() }))
vi.mock('../../lib/api/api-client.ts', () => ({ callApi }))
vi.mock('../../lib/bridge/host.ts', () => ({ callHost, hostSupports: () => true }))
const { signInNatively } = await import('./native-sign-in.ts')

test.each([
  ['wechat', { openId: 'o-1' }, { accessToken: 't', openId: 'o-1' }],
  ['apple', { nonce: 'n-1' }, { idToken: 't', nonce: 'n-1' }],
  ['google', {}, { accessToken: 't' }],
])('passes on what the app answers for %s', async (channel, more, sent) => {
  callHost.mockResolvedValue({ ok: true, value: { cid: 'app', token: 't', ...more } })
  callApi.mockResolvedValue({ code: 0, utoken: 'u' })
  const started = { op: 'login', channel, query: '' } as Parameters<typeof signInNatively>[0]
  await signInNatively(started, 'ask', new AbortController().signal)
  expect(callApi).toHaveBeenLastCalledWith(
    expect.anything(),
    { cid: 'app', op: 'login', agreement: 'ask', ...sent },
    expect.objectContaining({ params: { channel } }),
  )
})
