/** Nickname and introduction: good, bad, hostile. */
import { getBasicInfo, getFullInfo } from '@kerf/contract/endpoints/account'
import { setOtherInfo } from '@kerf/contract/endpoints/profile'
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

const info = async () => (await server.call(getFullInfo, undefined, { token })).data
const other = (body: Record<string, unknown>) => server.call(setOtherInfo, body, { token })

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
    expect((await server.call(getBasicInfo, undefined, { token })).data.nickname).toBe(kept)
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
    expect((await server.call(getFullInfo, undefined, { token })).code).toBe(0)
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
    const { data } = await server.call(getFullInfo, undefined, { token: business })
    expect([data.nickname, data.userName]).toEqual(['Shop', 'The Shop'])
  })
})
