import { beforeEach, expect, test, vi } from 'vitest'

const call = vi.hoisted(() => vi.fn())
vi.mock('../lib/call.ts', () => ({ call }))
const { appendTicket, handOver } = await import('./hand-over.ts')

beforeEach(() => {
  call.mockReset().mockResolvedValue({ ticket: 'tkt_a', expiresIn: 60 })
})

test.each([
  ['https://a.example/', 'https://a.example/?ticket=tkt_a'],
  ['https://a.example/x?y=%20+z', 'https://a.example/x?y=%20+z&ticket=tkt_a'],
  ['https://a.example/x?y=1#z?w#v', 'https://a.example/x?y=1&ticket=tkt_a#z?w#v'],
  ['https://a.example/#z', 'https://a.example/?ticket=tkt_a#z'],
])('%s becomes %s', (address, expected) => {
  expect(appendTicket(address, 'tkt_a')).toBe(expected)
})

test('an app of the same site is followed plainly: the cookie serves', async () => {
  expect(await handOver('https://shop.kerf.example/x', 'passport.kerf.example')).toBe(
    'https://shop.kerf.example/x',
  )
  expect(call).not.toHaveBeenCalled()
})

test('another site gets a ticket for its origin', async () => {
  expect(await handOver('https://onesome.example/x?a=1', 'passport.kerf.example')).toBe(
    'https://onesome.example/x?a=1&ticket=tkt_a',
  )
  expect(call.mock.calls[0]?.[1]).toEqual({ purpose: 'handover', target: 'https://onesome.example' })
})

test('without a ticket it is followed all the same', async () => {
  call.mockRejectedValue(new Error('20102'))
  expect(await handOver('https://onesome.example/x', 'passport.kerf.example')).toBe(
    'https://onesome.example/x',
  )
})
