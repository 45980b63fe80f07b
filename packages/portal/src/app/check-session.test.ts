import { ApiError } from '@kerf/contract/client'
import { describe, expect, test } from 'vitest'
import type { FullInfo } from '../lib/account.ts'
import { ACCOUNT_MAX_AGE_MS, checkSession, type SessionCheckDependencies } from './check-session.ts'

const info = { uid: 'u-1', enterpriseUser: null } as FullInfo

function parts(over: Partial<SessionCheckDependencies> = {}) {
  const log: string[] = []
  const all: SessionCheckDependencies = {
    token: () => 'token',
    heard: () => undefined,
    ask: async () => {
      log.push('ask')
      return info
    },
    keep: () => log.push('keep'),
    drop: () => log.push('drop'),
    now: () => 1_000_000,
    ...over,
  }
  return { log, all }
}

const failing = (error: unknown) =>
  parts({
    ask: () => Promise.reject(error),
  })

describe('the auth check', () => {
  test('asks nothing without a token', async () => {
    const { all, log } = parts({ token: () => undefined })
    expect(await checkSession(all)).toEqual({ error: undefined })
    expect(log).toEqual([])
  })
  test('believes what it heard within a minute', async () => {
    const { all, log } = parts({ heard: () => ({ info, fetchedAt: 1_000_000 - ACCOUNT_MAX_AGE_MS }) })
    expect(await checkSession(all)).toEqual({ info })
    expect(log).toEqual([])
  })
  test.each([
    ['what is older', { info, fetchedAt: 1_000_000 - ACCOUNT_MAX_AGE_MS - 1 }],
    ['what names nobody', { info: { ...info, uid: '' }, fetchedAt: 1_000_000 }],
  ])('asks again about %s', async (_, heard) => {
    const { all, log } = parts({ heard: () => heard })
    expect(await checkSession(all)).toEqual({ info })
    expect(log).toEqual(['ask', 'keep'])
  })
  test.each(['offline', 'unreachable'] as const)('keeps the token on %s', async code => {
    const { all, log } = failing(new ApiError(code))
    expect(await checkSession(all)).toHaveProperty('error')
    expect(log).toEqual([])
  })
  test.each([
    ['system', 503],
    ['network_timeout', 503],
    ['too_many_requests', 429],
    ['system', 500],
  ] as const)(
    'keeps the token on %s with HTTP %i: our trouble is not the visitor’s',
    async (code, status) => {
      const { all, log } = failing(new ApiError(code, { status }))
      expect(await checkSession(all)).toHaveProperty('error')
      expect(log).toEqual([])
    },
  )

  test.each(['authority', 'account_ban', 'ip_ban'] as const)('drops the token on %s', async code => {
    const { all, log } = failing(new ApiError(code))
    await checkSession(all)
    expect(log).toEqual(['drop'])
  })
  test('leaves a token alone that has taken the place of the one asked about', async () => {
    const tokens = ['old', 'new']
    const { all, log } = failing(new ApiError('authority'))
    await checkSession({ ...all, token: () => tokens.shift() })
    expect(log).toEqual([])
  })
})
