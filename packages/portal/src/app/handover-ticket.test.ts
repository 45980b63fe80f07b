import { beforeEach, expect, test, vi } from 'vitest'

const { call, isGiven } = vi.hoisted(() => ({ call: vi.fn(), isGiven: vi.fn() }))
vi.mock('../lib/api-client.ts', () => ({ callApi: call }))
vi.mock('../lib/page-context.ts', () => ({
  getPageContext: () => ({ data: { cookieDomain: 'kerf.example' } }),
}))
vi.mock('../lib/token-updates.ts', () => ({ isTokenUnsaved: isGiven }))
const { appendTicket, addHandoverTicket, isCookieVisible } = await import('./handover-ticket.ts')

beforeEach(() => {
  call.mockReset().mockResolvedValue({ ticket: 'tkt_a', expiresIn: 60 })
  isGiven.mockReset().mockReturnValue(false)
  vi.stubGlobal('location', { hostname: 'passport.kerf.example' })
})

test.each([
  ['https://a.example/', 'https://a.example/?ticket=tkt_a'],
  ['https://a.example/x?y=%20+z', 'https://a.example/x?y=%20+z&ticket=tkt_a'],
  ['https://a.example/x?y=1#z?w#v', 'https://a.example/x?y=1&ticket=tkt_a#z?w#v'],
  ['https://a.example/#z', 'https://a.example/?ticket=tkt_a#z'],
])('%s becomes %s', (address, expected) => {
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
])('whether %s sees the cookie of %s for "%s": %s', (host, own, domain, expected) => {
  expect(isCookieVisible(host, own, domain)).toBe(expected)
})

test('who sees the cookie is sent there plainly', async () => {
  expect(await addHandoverTicket('https://shop.kerf.example/x')).toBe('https://shop.kerf.example/x')
  expect(call).not.toHaveBeenCalled()
})

test('where no cookie holds the token, everyone needs a ticket', async () => {
  isGiven.mockReturnValue(true)
  expect(await addHandoverTicket('https://shop.kerf.example/x')).toBe(
    'https://shop.kerf.example/x?ticket=tkt_a',
  )
})

test('everyone else gets a ticket for its origin', async () => {
  expect(await addHandoverTicket('https://onesome.example/x?a=1')).toBe(
    'https://onesome.example/x?a=1&ticket=tkt_a',
  )
  expect(call.mock.calls[0]?.[1]).toEqual({ purpose: 'handover', target: 'https://onesome.example' })
})

test('without a ticket it is followed all the same', async () => {
  call.mockRejectedValue(new Error('20102'))
  expect(await addHandoverTicket('https://onesome.example/x')).toBe('https://onesome.example/x')
})
