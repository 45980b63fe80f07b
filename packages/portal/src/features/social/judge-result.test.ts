import { describe, expect, test } from 'vitest'
import { addressAfter, judgeResult, onlyCode, type Result } from './judge-result.ts'
import type { Begun } from './social-memory.ts'

const login: Begun = { op: 'login', channel: 'google', query: 'p=creative' }
const bind: Begun = { ...login, op: 'bind' }
const result = (over: Partial<Result> = {}): Result => ({
  code: 0,
  utoken: 'token',
  flow: '',
  op: 'login',
  channel: 'google',
  created: false,
  uri: 'https://a.example/',
  ...over,
})
const failed = (code: number, channel = 'google') => ({
  utoken: undefined,
  step: { kind: 'failed', channel, code },
  uri: '',
})

describe('a tab that began a sign-in', () => {
  test('is signed in', () => {
    expect(judgeResult(result(), login, undefined)).toEqual({
      utoken: 'token',
      step: undefined,
      uri: 'https://a.example/',
    })
  })
  test('welcomes a new account first', () => {
    expect(judgeResult(result({ created: true }), login, undefined)).toMatchObject({
      utoken: 'token',
      step: { kind: 'welcome', channel: 'google' },
    })
  })
  test('goes on to connect where that is needed', () => {
    const needed = result({ code: 20115, utoken: '', flow: 'flow' })
    expect(judgeResult(needed, login, undefined)).toMatchObject({
      utoken: undefined,
      step: { kind: 'connect', channel: 'google', flow: 'flow' },
    })
  })
  test.each([20401, 20902, 20103, 20104, 20206, 1002])('says what went wrong: %i', code => {
    const said = judgeResult(result({ code, utoken: '' }), login, undefined)
    expect(said.step).toEqual({ kind: 'failed', channel: 'google', code })
  })
  test('learns of a code that came instead of a result', () => {
    expect(judgeResult(onlyCode(20429, login), login, undefined)).toEqual(failed(20429))
    expect(judgeResult(onlyCode(20429, bind), bind, undefined).step).toMatchObject({ kind: 'bound' })
  })
})

describe('a tab that began a connection', () => {
  test.each([0, 20402, 20107])('hears of it: %i', code => {
    const said = judgeResult(result({ op: 'bind', code, utoken: '' }), bind, undefined)
    expect(said).toMatchObject({ utoken: undefined, step: { kind: 'bound', channel: 'google', code } })
  })
})

describe('a result that came by a link', () => {
  test('signs nobody in and connects nothing', () => {
    for (const begun of [undefined, bind, { ...login, channel: 'apple' }]) {
      expect(judgeResult(result(), begun, undefined)).toEqual(failed(20206))
      expect(judgeResult(result(), begun, 'another token')).toEqual(failed(20206))
      const step = result({ code: 20115, utoken: '', flow: 'flow' })
      expect(judgeResult(step, begun, undefined)).toEqual(failed(20206))
    }
    expect(judgeResult(result({ op: 'bind', utoken: '' }), undefined, '')).toEqual(failed(20206))
  })
  test('is believed about a sign-in that this browser has already', () => {
    expect(judgeResult(result(), undefined, 'token')).toMatchObject({ utoken: 'token', step: undefined })
  })
  test('may say why it failed', () => {
    expect(judgeResult(onlyCode(20105, undefined), undefined, undefined)).toEqual(failed(20105, ''))
  })
})

describe('the next page', () => {
  const to = (over: Partial<Result>, begun = login) =>
    addressAfter(judgeResult(result(over), begun, undefined), begun.query)
  test('is the login page, which follows the return address', () => {
    expect(to({})).toBe('login?r=https%3A%2F%2Fa.example%2F&p=creative')
    expect(addressAfter(judgeResult(result({ uri: '' }), login, undefined), '')).toBe('login')
  })
  test('names its step and never the flow', () => {
    expect(to({ created: true, uri: '' })).toBe('login?step=welcome&p=creative')
    expect(to({ code: 20115, utoken: '', flow: 'secret' })).toBe(
      'login?step=connect&r=https%3A%2F%2Fa.example%2F&p=creative',
    )
  })
  test('is the security page after connecting', () => {
    expect(to({ op: 'bind', utoken: '' }, bind)).toBe('profile/security?p=creative')
  })
})
