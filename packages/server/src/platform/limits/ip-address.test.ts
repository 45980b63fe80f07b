import { expect, test } from 'vitest'
import { auditNetwork, canonicalAddress, limitKey } from './ip-address.ts'

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
  ['::1', '::1'],
  ['2001:0DB8:0:0::0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['', undefined],
  ['unknown', undefined],
  ['1.2.3', undefined],
  ['1.2.3.4.5', undefined],
  ['01.2.3.4', undefined],
  ['1.2.3.4, 5.6.7.8', undefined],
  [':::', undefined],
  ["1.2.3.4'--", undefined],
])('canonicalizes %j to %j', (ip, address) => {
  expect(canonicalAddress(ip)).toBe(address)
})

test('limits apply to an IPv4 address or an IPv6 /64 network', () => {
  expect(limitKey('::ffff:1.2.3.4')).toBe('1.2.3.4')
  expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe(limitKey('2001:db8:1:2::'))
  expect(limitKey('2001:db8:1:3::')).not.toBe(limitKey('2001:db8:1:2::'))
  expect(limitKey('::1')).toBe('0:0:0:0::/64')
  expect(limitKey('junk')).toBe('unknown')
})

test('the audit log stores a network, never an address', () => {
  expect(auditNetwork('203.0.113.77')).toBe('203.0.113.0/24')
  expect(auditNetwork('2001:db8:1:2::7')).toBe('2001:db8:1::/48')
  expect(auditNetwork('junk')).toBeNull()
})
