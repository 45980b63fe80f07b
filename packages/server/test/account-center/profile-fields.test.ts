/** Gender, birthday and country: valid, invalid and hostile input. */
import {
  getBasicInfo,
  getFullInfo,
  setBirthday,
  setCountry,
  setGender,
} from '@kerf/contract/endpoints/profile'
import { describe, expect, test } from 'vitest'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { signInToken } from './fixtures.ts'

const server = await useTestServer()
const person = await seedPerson(server)
const token = await signInToken(server, person)

const info = async () => (await server.call(getFullInfo, undefined, { token })).data
const born = (birthday: unknown) => server.call(setBirthday, { birthday } as never, { token })
const live = (country: unknown, region?: unknown) =>
  server.call(setCountry, { country, ...(region !== undefined && { region }) } as never, { token })

const DAY = 86_400
const utcDay = (shift: number): string =>
  new Date(Date.now() + shift * DAY * 1_000).toISOString().slice(0, 10)

describe('gender', () => {
  test.each(['male', 'female'] as const)('stores %s', async gender => {
    expect((await server.call(setGender, { gender }, { token })).code).toBe(0)
    expect((await info()).gender).toBe(gender)
  })

  test.each(['', 'Male', 'other', null, 1, true, ['male'], undefined])('rejects %j', async gender => {
    const answer = await server.call(setGender, { gender } as never, { token })
    expect([answer.code, answer.fields]).toEqual([20001, { gender: 'required' }])
    expect((await info()).gender).toBe('female')
  })
})

describe('birthday', () => {
  test.each([
    ['2000-02-29', 951_782_400],
    ['2024-02-29', 1_709_164_800],
    ['1970-01-01', 0],
    ['1969-12-31', -DAY],
    ['1900-01-01', -2_208_988_800],
    [-DAY, -DAY],
    [-2_208_988_800, -2_208_988_800],
    [951_782_400, 951_782_400],
    [0, 0],
  ])('stores %s as %i', async (given, seconds) => {
    expect((await born(given)).code).toBe(0)
    expect((await info()).birthday).toBe(seconds)
  })

  test('accepts today in every time zone', async () => {
    expect((await born(utcDay(0))).code).toBe(0)
  })

  test.each([
    '2001-02-29',
    '2023-02-31',
    '2023-04-31',
    '2023-13-01',
    '2023-00-10',
    '2023-01-00',
    '1900-02-29',
    '1899-12-31',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '+02023-01-01',
    '-2000-01-01',
    '2023-1-1',
    '20230101',
    '01/02/2003',
    '2023-01-01T00:00:00Z',
    ' 2023-01-01',
    '',
    'yesterday',
    "2023-01-01'; --",
    -2_209_075_200,
    951_782_401,
    0.5,
    1e18,
    -1e18,
    253_402_300_800,
    8.64e12 * 86_400,
    null,
    true,
    [],
    ['2000-01-01'],
    { year: 2000 },
  ])('rejects the birthday %j', async given => {
    const before = (await info()).birthday
    const answer = await born(given)
    expect([answer.code, answer.status, Object.keys(answer.fields ?? {})]).toEqual([20001, 400, ['birthday']])
    expect((await info()).birthday).toBe(before)
  })

  test('rejects the day after tomorrow as date and as seconds', async () => {
    const future = utcDay(2)
    for (const given of [future, Date.parse(future) / 1_000, utcDay(400)])
      expect((await born(given)).code).toBe(20001)
  })
})

describe('country', () => {
  test('stores a country with one of its regions, and without', async () => {
    expect((await live('DE', 'DE-BY')).code).toBe(0)
    expect(await info()).toMatchObject({ country: 'DE', region: 'DE-BY' })
    expect((await live('FR')).code).toBe(0)
    expect(await info()).toMatchObject({ country: 'FR', region: '' })
    expect((await live('US', 'US-CA')).code).toBe(0)
    expect((await server.call(getBasicInfo, undefined, { token })).data).toMatchObject({
      country: 'US',
      region: 'US-CA',
    })
  })

  test.each([
    ['US', 'DE-BY', 'region'],
    ['DE', 'US-CA', 'region'],
    ['DE', 'DE-ZZ', 'region'],
    ['DE', 'BY', 'region'],
    ['DE', 'de-by', 'region'],
    ['DE', 5, 'region'],
    ['DE', null, 'region'],
    ['de', '', 'country'],
    ['ZZ', '', 'country'],
    ['XX', '', 'country'],
    ['', '', 'country'],
    ['DEU', '', 'country'],
    [null, '', 'country'],
    [['DE'], '', 'country'],
    [undefined, 'DE-BY', 'country'],
    ['__proto__', '', 'country'],
  ])('country %j with region %j: rejects the %s', async (country, region, field) => {
    await live('US', 'US-CA')
    const answer = await live(country, region)
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([20001, [field]])
    expect(await info()).toMatchObject({ country: 'US', region: 'US-CA' })
  })
})
