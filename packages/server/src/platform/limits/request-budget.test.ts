import { expect, test } from 'vitest'
import { createNetworkMinuteLimit } from './address-limits.ts'
import { createMinuteLimit } from './request-budget.ts'

test('counts the /64 and the /48 of an IPv6 address', () => {
  const admits = createNetworkMinuteLimit(2)
  const admitted = (ips: string[]) => ips.filter(admits).length
  expect(admitted(Array(5).fill('2001:db8:1:1::1'))).toBe(2)
  expect(admitted(Array.from({ length: 100 }, (_, i) => `2001:db8:1:a${i}::1`))).toBe(18)
  expect(admitted(['2001:db8:2::1', '192.0.2.1', '192.0.2.1', '192.0.2.1'])).toBe(3)
})

test('many addresses do not reset the count of one that keeps on calling', () => {
  const admits = createMinuteLimit(1)
  admits('busy')
  for (let i = 0; i < 120_000; i++) {
    admits(`address ${i}`)
    if (i % 10_000 === 0 && admits('busy')) expect.unreachable(`admitted after ${i} addresses`)
  }
})
