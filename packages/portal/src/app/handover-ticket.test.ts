import { beforeEach, expect, test, vi } from 'vitest'

const { callApi, isTokenUnsaved } = vi.hoisted(() => ({ callApi: vi.fn(), isTokenUnsaved: vi.fn() }))
vi.mock('../lib/api/api-client.ts', () => ({ callApi }))
vi.mock('../lib/page/page-context.ts', () => ({
  getPageContext: () => ({ data: { cookieDomain: 'kerf.example' } }),
}))
vi.mock('../lib/token/token-updates.ts', () => ({ isTokenUnsaved }))
const { appendTicket, addHandoverTicket, isCookieVisible } = await import('./handover-ticket.ts')

beforeEach(() => {
  callApi.mockReset().mockResolvedValue({ ticket: 'tkt_a', expiresIn: 60 })
  isTokenUnsaved.mockReset().mockReturnValue(false)
  vi.stubGlobal('location', { hostname: 'passport.kerf.example' })
})

test.each([
  ['https://a.example/', 'https://a.example/?ticket=tkt_a'],
  ['https://a.example/x?y=%20+z', 'https://a.example/x?y=%20+z&ticket=tkt_a'],
  ['https://a.example/x?y=1#z?w#v', 'https://a.example/x?y=1&ticket=tkt_a#z?w#v'],
  ['https://a.example/#z', 'https://a.example/?ticket=tkt_a#z'],
])('appends the ticket to %s', (address, expected) => {
  expect(appendTicket(address, 'tkt_a')).toBe(expected)
})

test.each([
  ['shop.kerf.example', 'passport.kerf.example', 'kerf.example', true],
  ['kerf.example', 'passport.kerf.example', 'kerf.example', true],
  ['passport.kerf.example', 'passport.kerf.example', 'passport.kerf.example', true],
  ['localhost', 'localhost', '', true],
  ['shop.kerf.example', 'passport.kerf.example', 'passport.kerf.example', false],
  ['onesome.example', 'passport.kerf.example', 'kerf.example', false],
  ['notkerf.example', 'passport.kerf.example', 'kerf.example', false],
  ['kerf.example.evil.example', 'passport.kerf.example', 'kerf.example', false],
  ['shop.localhost', 'localhost', '', false],
])('whether %s sees the cookie of %s with the domain "%s": %s', (host, own, domain, expected) => {
  expect(isCookieVisible(host, own, domain)).toBe(expected)
})

test('adds no ticket where the cookie is visible', async () => {
  expect(await addHandoverTicket('https://shop.kerf.example/x')).toBe('https://shop.kerf.example/x')
  expect(callApi).not.toHaveBeenCalled()
})

test('adds a ticket when no cookie holds the token', async () => {
  isTokenUnsaved.mockReturnValue(true)
  expect(await addHandoverTicket('https://shop.kerf.example/x')).toBe(
    'https://shop.kerf.example/x?ticket=tkt_a',
  )
})

test('adds a ticket that is bound to the exact address', async () => {
  expect(await addHandoverTicket('https://onesome.example/x?a=1')).toBe(
    'https://onesome.example/x?a=1&ticket=tkt_a',
  )
  expect(callApi.mock.calls[0]?.[1]).toEqual({ purpose: 'handover', target: 'https://onesome.example/x?a=1' })
})

test('returns the URL without a ticket when none can be created', async () => {
  callApi.mockRejectedValue(new Error('refused'))
  expect(await addHandoverTicket('https://onesome.example/x')).toBe('https://onesome.example/x')
})
