/** Nickname, introduction, gender, birthday, country: good, bad field by field, hostile. */
import { basic, fullinfo } from '@kerf/contract/endpoints/account'
import { setBirthday, setCountry, setGender, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import { type Person, seedBusiness, seedPerson } from '../people.ts'
import { tokenOf } from './helpers.ts'

let server: TestServer
let person: Person
let token: string
beforeAll(async () => {
  server = await startTestServer()
  person = await seedPerson(server)
  token = await tokenOf(server, person)
})
afterAll(() => server.close())

const info = async () => (await server.call(fullinfo, undefined, { token })).data
const other = (body: Record<string, unknown>) => server.call(setOtherInfo, body, { token })
const born = (birthday: unknown) => server.call(setBirthday, { birthday } as never, { token })
const live = (country: unknown, region?: unknown) =>
  server.call(setCountry, { country, ...(region !== undefined && { region }) } as never, { token })

const DAY = 86_400
const utcDay = (shift: number): string =>
  new Date(Date.now() + shift * DAY * 1_000).toISOString().slice(0, 10)

describe('otherinfo', () => {
  test.each(['a', '激', '😀', '👩‍👩‍👧‍👦', 'e\u0301'])(
    'thirty code points of %j fit, one more does not',
    async letter => {
      const size = [...letter].length
      const fits = letter.repeat(Math.floor(30 / size)) + 'x'.repeat(30 % size)
      expect((await other({ nickname: fits })).code).toBe(0)
      expect((await info()).nickname).toBe(fits)
      const answer = await other({ nickname: `${fits}x` })
      expect([answer.code, answer.status, answer.fields]).toEqual([20120, 422, { nickname: 'too_long' }])
      expect((await info()).nickname).toBe(fits)
    },
  )

  test.each(['a', '刻', '😀'])('two hundred code points of %j fit an introduction', async letter => {
    expect((await other({ introduction: letter.repeat(200) })).code).toBe(0)
    expect((await info()).introduction).toBe(letter.repeat(200))
    const answer = await other({ introduction: letter.repeat(201) })
    expect([answer.code, answer.fields]).toEqual([20120, { introduction: 'too_long' }])
    expect((await info()).introduction).toBe(letter.repeat(200))
  })

  test('one may be given without the other; none changes nothing; an introduction may be emptied', async () => {
    await other({ nickname: 'Ada', introduction: 'Cuts wood.' })
    await other({ nickname: 'Bo' })
    expect(await info()).toMatchObject({ nickname: 'Bo', introduction: 'Cuts wood.' })
    await other({ introduction: '' })
    expect(await info()).toMatchObject({ nickname: 'Bo', introduction: '' })
    expect((await other({})).code).toBe(0)
    expect(await info()).toMatchObject({ nickname: 'Bo', introduction: '' })
  })

  test('one fault keeps both from being saved', async () => {
    await other({ nickname: 'Cy', introduction: 'Before.' })
    expect((await other({ nickname: 'Dee', introduction: 'x'.repeat(201) })).code).toBe(20120)
    expect((await other({ nickname: 'x'.repeat(31), introduction: 'After.' })).code).toBe(20120)
    expect(await info()).toMatchObject({ nickname: 'Cy', introduction: 'Before.' })
  })

  test.each(['', ' ', '\t\n', '\u202e', '\u0000', ' \u200f '])('%j is no nickname', async nickname => {
    const answer = await other({ nickname })
    expect([answer.code, answer.fields]).toEqual([20001, { nickname: 'required' }])
  })

  test.each([
    ['\u202eevil\u202c', 'evil'],
    ['  in\u0000visi\u0007ble  ', 'invisible'],
    ['two\r\nlines\tand a tab', 'twolinesand a tab'],
    ['\u2066left\u2069\u200e\u200f', 'left'],
    ['a\u0085b\u009bc', 'abc'],
    ['<img src=x onerror=alert(1)>'.slice(0, 30), '<img src=x onerror=alert(1)>'],
    ["'; drop table account; --", "'; drop table account; --"],
    ['{{7*7}} $`7*7` %s', '{{7*7}} $`7*7` %s'],
    ['\\u003cscript\\u003e', '\\u003cscript\\u003e'],
  ])('the nickname %j is kept as %j', async (given, kept) => {
    expect((await other({ nickname: given })).code).toBe(0)
    expect((await info()).nickname).toBe(kept)
    expect((await server.call(basic, undefined, { token })).data.nickname).toBe(kept)
  })

  test('an introduction keeps its lines and loses what is not seen', async () => {
    await other({ introduction: ' one\r\ntwo\rthree\u0000\n\u202efour\u2069 ' })
    expect((await info()).introduction).toBe('one\ntwo\nthree\nfour')
  })

  test.each([[null], [1], [true], [['a']], [{ a: 1 }], ['x'.repeat(2_001)]])(
    '%j is refused as a nickname',
    async nickname => {
      const answer = await other({ nickname })
      expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([20001, ['nickname']])
    },
  )

  test('half a surrogate pair does no harm', async () => {
    const answer = await other({ nickname: 'x\ud800y' })
    expect([0, 20001]).toContain(answer.code)
    expect((await server.call(fullinfo, undefined, { token })).code).toBe(0)
  })

  test('changes at once end with one of them, whole', async () => {
    const names = Array.from({ length: 20 }, (_, i) => ({ nickname: `n${i}`, introduction: `i${i}` }))
    const answers = await Promise.all(names.map(name => other(name)))
    expect(answers.every(answer => answer.code === 0)).toBe(true)
    const { nickname, introduction } = await info()
    expect(names).toContainEqual({ nickname, introduction })
  })

  test('a business account has them too', async () => {
    const business = await tokenOf(server, await seedBusiness(server))
    expect((await server.call(setOtherInfo, { nickname: 'Shop' }, { token: business })).code).toBe(0)
    const { data } = await server.call(fullinfo, undefined, { token: business })
    expect([data.nickname, data.userName]).toEqual(['Shop', 'The Shop'])
  })
})

describe('gender', () => {
  test.each(['male', 'female'] as const)('%s is kept', async gender => {
    expect((await server.call(setGender, { gender }, { token })).code).toBe(0)
    expect((await info()).gender).toBe(gender)
  })

  test.each(['', 'Male', 'other', null, 1, true, ['male'], undefined])('%j is refused', async gender => {
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
  ])('%s is kept as %i', async (given, seconds) => {
    expect((await born(given)).code).toBe(0)
    expect((await info()).birthday).toBe(seconds)
  })

  test('today is taken, whatever the hour in the east', async () => {
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
  ])('%j is none', async given => {
    const before = (await info()).birthday
    const answer = await born(given)
    expect([answer.code, answer.status, Object.keys(answer.fields ?? {})]).toEqual([20001, 400, ['birthday']])
    expect((await info()).birthday).toBe(before)
  })

  test('neither the day after tomorrow nor its seconds are taken', async () => {
    const future = utcDay(2)
    for (const given of [future, Date.parse(future) / 1_000, utcDay(400)])
      expect((await born(given)).code).toBe(20001)
  })
})

describe('country', () => {
  test('a country with a region of its own, and without', async () => {
    expect((await live('DE', 'DE-BY')).code).toBe(0)
    expect(await info()).toMatchObject({ country: 'DE', region: 'DE-BY' })
    expect((await live('FR')).code).toBe(0)
    expect(await info()).toMatchObject({ country: 'FR', region: '' })
    expect((await live('US', 'US-CA')).code).toBe(0)
    expect((await server.call(basic, undefined, { token })).data).toMatchObject({
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
  ])('country %j with region %j: the %s is refused', async (country, region, field) => {
    await live('US', 'US-CA')
    const answer = await live(country, region)
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([20001, [field]])
    expect(await info()).toMatchObject({ country: 'US', region: 'US-CA' })
  })
})
