import { expect, test, vi } from 'vitest'
import { createGeo } from './geo.ts'
import { placeName } from './place-name.ts'

test('public addresses of both families have a country', async () => {
  const placeOf = createGeo()
  expect(await placeOf('8.8.8.8')).toBe('US')
  expect(await placeOf('193.0.6.139')).toBe('NL')
  expect(await placeOf('2001:4860:4860::8888')).toBe('US')
  // read by now: no promise any more
  expect(placeOf('8.8.4.4')).toBe('US')
})

test.each([
  '127.0.0.1',
  '::1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  'fd00::1',
  'fe80::1',
  '',
  'x',
  '999.1.1.1',
])('%j has no place', async ip => {
  expect(createGeo({ database: '/not/there' })(ip)).toBe('')
})

test('without its database every place is unknown, and that is said once', async () => {
  const onError = vi.fn()
  const placeOf = createGeo({ database: '/not/there', onError })
  expect(await placeOf('8.8.8.8')).toBe('')
  expect(await placeOf('8.8.4.4')).toBe('')
  expect(onError).toHaveBeenCalledOnce()
})

test('a place is named for its reader', () => {
  expect(placeName('CN', 'zh')).toBe('中国')
  expect(placeName('US:Austin', 'en')).toBe('Austin, United States')
  expect(placeName('US:Austin', 'zh')).toBe('美国 Austin')
  expect(placeName('', 'en')).toBe('')
  expect(placeName('<b>', 'en')).toBe('')
})
