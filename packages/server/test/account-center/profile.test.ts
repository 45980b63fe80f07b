/** Nickname and introduction: valid, invalid and hostile input. */
import { getBasicInfo, getFullInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { describe, expect, test } from 'vitest'
import { seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { signInToken } from './fixtures.ts'

const server = await useTestServer()
const person = await seedPerson(server)
const token = await signInToken(server, person)

const info = async () => (await server.call(getFullInfo, undefined, { token })).data
const other = (body: Record<string, unknown>) => server.call(setOtherInfo, body, { token })

describe('otherinfo', () => {
  test.each(['a', '激', '😀', '👩‍👩‍👧‍👦', 'e\u0301'])(
    'accepts thirty code points of %j and rejects one more',
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

  test.each(['a', '刻', '😀'])('accepts an introduction of 200 code points of %j', async letter => {
    expect((await other({ introduction: letter.repeat(200) })).code).toBe(0)
    expect((await info()).introduction).toBe(letter.repeat(200))
    const answer = await other({ introduction: letter.repeat(201) })
    expect([answer.code, answer.fields]).toEqual([20120, { introduction: 'too_long' }])
    expect((await info()).introduction).toBe(letter.repeat(200))
  })

  test('changes only the given fields, and clears an introduction', async () => {
    await other({ nickname: 'Ada', introduction: 'Cuts wood.' })
    await other({ nickname: 'Bo' })
    expect(await info()).toMatchObject({ nickname: 'Bo', introduction: 'Cuts wood.' })
    await other({ introduction: '' })
    expect(await info()).toMatchObject({ nickname: 'Bo', introduction: '' })
    expect((await other({})).code).toBe(0)
    expect(await info()).toMatchObject({ nickname: 'Bo', introduction: '' })
  })

  test('saves nothing if one field is invalid', async () => {
    await other({ nickname: 'Cy', introduction: 'Before.' })
    expect((await other({ nickname: 'Dee', introduction: 'x'.repeat(201) })).code).toBe(20120)
    expect((await other({ nickname: 'x'.repeat(31), introduction: 'After.' })).code).toBe(20120)
    expect(await info()).toMatchObject({ nickname: 'Cy', introduction: 'Before.' })
  })

  test.each(['', ' ', '\t\n', '\u202e', '\u0000', ' \u200f '])('rejects the nickname %j', async nickname => {
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
  ])('stores the nickname %j as %j', async (given, kept) => {
    expect((await other({ nickname: given })).code).toBe(0)
    expect((await info()).nickname).toBe(kept)
    expect((await server.call(getBasicInfo, undefined, { token })).data.nickname).toBe(kept)
  })

  test('keeps the line breaks of an introduction and removes invisible characters', async () => {
    await other({ introduction: ' one\r\ntwo\rthree\u0000\n\u202efour\u2069 ' })
    expect((await info()).introduction).toBe('one\ntwo\nthree\nfour')
  })

  test.each([[null], [1], [true], [['a']], [{ a: 1 }], ['x'.repeat(2_001)]])(
    'rejects %j as nickname',
    async nickname => {
      const answer = await other({ nickname })
      expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([20001, ['nickname']])
    },
  )

  test('accepts half a surrogate pair without an error', async () => {
    const answer = await other({ nickname: 'x\ud800y' })
    expect([0, 20001]).toContain(answer.code)
    expect((await server.call(getFullInfo, undefined, { token })).code).toBe(0)
  })

  test('stores one of several parallel changes completely', async () => {
    const names = Array.from({ length: 20 }, (_, i) => ({ nickname: `n${i}`, introduction: `i${i}` }))
    const answers = await Promise.all(names.map(name => other(name)))
    expect(answers.every(answer => answer.code === 0)).toBe(true)
    const { nickname, introduction } = await info()
    expect(names).toContainEqual({ nickname, introduction })
  })

  test('supports enterprise accounts', async () => {
    const business = await signInToken(server, await seedBusiness(server))
    expect((await server.call(setOtherInfo, { nickname: 'Shop' }, { token: business })).code).toBe(0)
    const { data } = await server.call(getFullInfo, undefined, { token: business })
    expect([data.nickname, data.userName]).toEqual(['Shop', 'The Shop'])
  })
})
