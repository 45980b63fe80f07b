import { ApiError } from '@kerf/contract/client/client'
import { describe, expect, test } from 'vitest'
import type { FullInfo } from '../lib/session/account.ts'
import { ACCOUNT_MAX_AGE_MS, checkSession, type SessionCheckDependencies } from './check-session.ts'

const info = { uid: 'u-1', enterpriseUser: null } as FullInfo
const NOW = 1_000_000

function setUp(overrides: Partial<SessionCheckDependencies> = {}) {
  const log: string[] = []
  const dependencies: SessionCheckDependencies = {
    getToken: () => 'token',
    getCachedAccount: () => undefined,
    fetchAccount: async () => {
      log.push('fetch')
      return info
    },
    storeAccount: () => log.push('store'),
    clearSession: () => log.push('clear'),
    now: () => NOW,
    ...overrides,
  }
  return { log, dependencies }
}

const setUpFailure = (error: unknown) => setUp({ fetchAccount: () => Promise.reject(error) })

describe('the session check', () => {
  test('fetches nothing without a token', async () => {
    const { dependencies, log } = setUp({ getToken: () => undefined })
    expect(await checkSession(dependencies)).toMatchObject({ error: { message: 'ut is empty.' } })
    expect(log).toEqual([])
  })

  test('uses a cached account for a minute', async () => {
    const { dependencies, log } = setUp({
      getCachedAccount: () => ({ info, fetchedAt: NOW - ACCOUNT_MAX_AGE_MS }),
    })
    expect(await checkSession(dependencies)).toEqual({ info })
    expect(log).toEqual([])
  })

  test.each([
    ['is older', { info, fetchedAt: NOW - ACCOUNT_MAX_AGE_MS - 1 }],
    ['has no uid', { info: { ...info, uid: '' }, fetchedAt: NOW }],
  ])('fetches the account when the cached one %s', async (_, cached) => {
    const { dependencies, log } = setUp({ getCachedAccount: () => cached })
    expect(await checkSession(dependencies)).toEqual({ info })
    expect(log).toEqual(['fetch', 'store'])
  })

  test.each(['offline', 'unreachable'] as const)('keeps the token on %s', async name => {
    const { dependencies, log } = setUpFailure(new ApiError(name))
    expect(await checkSession(dependencies)).toHaveProperty('error')
    expect(log).toEqual([])
  })

  test.each(['offline', 'unreachable'] as const)('uses an older cached account on %s', async name => {
    const { dependencies, log } = setUp({
      getCachedAccount: () => ({ info, fetchedAt: NOW - ACCOUNT_MAX_AGE_MS - 1 }),
      fetchAccount: () => Promise.reject(new ApiError(name)),
    })
    expect(await checkSession(dependencies)).toEqual({ info })
    expect(log).toEqual([])
  })

  test.each([
    ['system', 503],
    ['network_timeout', 503],
    ['too_many_requests', 429],
    ['system', 500],
  ] as const)('keeps the token on %s with HTTP %i', async (name, status) => {
    const { dependencies, log } = setUpFailure(new ApiError(name, { status }))
    expect(await checkSession(dependencies)).toHaveProperty('error')
    expect(log).toEqual([])
  })

  test.each(['authority', 'account_ban', 'ip_ban'] as const)('clears the token on %s', async name => {
    const { dependencies, log } = setUpFailure(new ApiError(name))
    await checkSession(dependencies)
    expect(log).toEqual(['clear'])
  })

  test('stores no account of a session that has ended meanwhile', async () => {
    const tokens = ['old']
    const { dependencies, log } = setUp({ getToken: () => tokens.shift() })
    expect(await checkSession(dependencies)).toMatchObject({ error: { message: 'ut is empty.' } })
    expect(log).toEqual(['fetch'])
  })

  test('checks the token that has replaced the first one', async () => {
    const tokens = ['old', 'new']
    const { dependencies, log } = setUp({ getToken: () => tokens.shift() ?? 'new' })
    expect(await checkSession(dependencies)).toEqual({ info })
    expect(log).toEqual(['fetch', 'fetch', 'store'])
  })

  test('does not clear a token that has replaced the checked one', async () => {
    const tokens = ['old', 'new']
    const { dependencies, log } = setUpFailure(new ApiError('authority'))
    await checkSession({ ...dependencies, getToken: () => tokens.shift() })
    expect(log).toEqual([])
  })
})
