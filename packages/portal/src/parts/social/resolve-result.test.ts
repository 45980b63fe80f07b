import type { AnyErrorName } from '@kerf/contract/errors'
import { describe, expect, test } from 'vitest'
import { errorResult, nextPagePath, resolveResult, type SocialResult } from './resolve-result.ts'
import type { StartedFlow } from './social-flow-storage.ts'

const login: StartedFlow = { op: 'login', channel: 'google', query: 'p=creative' }
const bind: StartedFlow = { ...login, op: 'bind' }
const result = (over: Partial<SocialResult> = {}): SocialResult => ({
  error: undefined,
  utoken: 'token',
  flow: '',
  op: 'login',
  channel: 'google',
  created: false,
  uri: 'https://a.example/',
  ...over,
})
const failed = (error: AnyErrorName, channel = 'google') => ({
  utoken: undefined,
  step: { kind: 'failed', channel, error },
  uri: '',
})

describe('a tab that started a sign-in', () => {
  test('is signed in', () => {
    expect(resolveResult(result(), login, undefined)).toEqual({
      utoken: 'token',
      step: undefined,
      uri: 'https://a.example/',
    })
  })
  test('welcomes a new account first', () => {
    expect(resolveResult(result({ created: true }), login, undefined)).toMatchObject({
      utoken: 'token',
      step: { kind: 'welcome', channel: 'google' },
    })
  })
  test('continues with the connect step when an account exists', () => {
    const needed = result({ error: 'has_account', utoken: '', flow: 'flow' })
    expect(resolveResult(needed, login, undefined)).toMatchObject({
      utoken: undefined,
      step: { kind: 'connect', channel: 'google', flow: 'flow' },
    })
  })
  test.each([
    'social_authorization_failed',
    'network_timeout',
    'restricted',
    'account_ban',
    'expired',
    'unreachable',
  ] as const)('says what went wrong: %s', error => {
    const resolution = resolveResult(result({ error, utoken: '' }), login, undefined)
    expect(resolution.step).toEqual({ kind: 'failed', channel: 'google', error })
  })
  test('accepts an error that replaces the result', () => {
    expect(resolveResult(errorResult('too_many_requests', login), login, undefined)).toEqual(
      failed('too_many_requests'),
    )
    expect(resolveResult(errorResult('too_many_requests', bind), bind, undefined).step).toMatchObject({
      kind: 'bound',
    })
  })
})

describe('a tab that started a connection', () => {
  test.each([undefined, 'social_already_bound', 'proof_required'] as const)('gets the outcome: %s', error => {
    const resolution = resolveResult(result({ op: 'bind', error, utoken: '' }), bind, undefined)
    expect(resolution).toMatchObject({ utoken: undefined, step: { kind: 'bound', channel: 'google', error } })
  })
})

describe('a result that arrived by a link', () => {
  test('neither signs in nor connects', () => {
    for (const started of [undefined, bind, { ...login, channel: 'apple' }]) {
      expect(resolveResult(result(), started, undefined)).toEqual(failed('expired'))
      expect(resolveResult(result(), started, 'another token')).toEqual(failed('expired'))
      const step = result({ error: 'has_account', utoken: '', flow: 'flow' })
      expect(resolveResult(step, started, undefined)).toEqual(failed('expired'))
    }
    expect(resolveResult(result({ op: 'bind', utoken: '' }), undefined, '')).toEqual(failed('expired'))
  })
  test('is accepted for a session that this browser already has', () => {
    expect(resolveResult(result(), undefined, 'token')).toMatchObject({ utoken: 'token', step: undefined })
  })
  test('may carry the reason of a failure', () => {
    expect(resolveResult(errorResult('ip_ban', undefined), undefined, undefined)).toEqual(
      failed('ip_ban', ''),
    )
  })
})

describe('nextPagePath', () => {
  const to = (over: Partial<SocialResult>, started = login) =>
    nextPagePath(resolveResult(result(over), started, undefined), started.query)
  test('is the login page, which redirects to the return address', () => {
    expect(to({})).toBe('login?r=https%3A%2F%2Fa.example%2F&p=creative')
    expect(nextPagePath(resolveResult(result({ uri: '' }), login, undefined), '')).toBe('login')
  })
  test('names the step but not the flow', () => {
    expect(to({ created: true, uri: '' })).toBe('login?step=welcome&p=creative')
    expect(to({ error: 'has_account', utoken: '', flow: 'secret' })).toBe(
      'login?step=connect&r=https%3A%2F%2Fa.example%2F&p=creative',
    )
  })
  test('is the security page after connecting', () => {
    expect(to({ op: 'bind', utoken: '' }, bind)).toBe('profile/security?p=creative')
  })
})
