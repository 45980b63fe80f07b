import { ApiError } from '@kerf/contract/client'
import { describe, expect, test } from 'vitest'
import type { FullInfo } from '../lib/account.ts'
import { BELIEVED_FOR, type CheckParts, checkAuth } from './auth-check.ts'

const info = { uid: 'u-1', enterpriseUser: null } as FullInfo

function parts(over: Partial<CheckParts> = {}) {
  const log: string[] = []
  const all: CheckParts = {
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
    expect(await checkAuth(all)).toEqual({ error: undefined })
    expect(log).toEqual([])
  })
  test('believes what it heard within a minute', async () => {
    const { all, log } = parts({ heard: () => ({ info, at: 1_000_000 - BELIEVED_FOR }) })
    expect(await checkAuth(all)).toEqual({ info })
    expect(log).toEqual([])
  })
  test.each([
    ['what is older', { info, at: 1_000_000 - BELIEVED_FOR - 1 }],
    ['what names nobody', { info: { ...info, uid: '' }, at: 1_000_000 }],
  ])('asks again about %s', async (_, heard) => {
    const { all, log } = parts({ heard: () => heard })
    expect(await checkAuth(all)).toEqual({ info })
    expect(log).toEqual(['ask', 'keep'])
  })
  test.each(['offline', 'unreachable'] as const)('keeps the token on %s', async code => {
    const { all, log } = failing(new ApiError(code))
    expect(await checkAuth(all)).toHaveProperty('error')
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
      expect(await checkAuth(all)).toHaveProperty('error')
      expect(log).toEqual([])
    },
  )

  test.each(['authority', 'account_ban', 'ip_ban'] as const)('drops the token on %s', async code => {
    const { all, log } = failing(new ApiError(code))
    await checkAuth(all)
    expect(log).toEqual(['drop'])
  })
  test('leaves a token alone that has taken the place of the one asked about', async () => {
    const tokens = ['old', 'new']
    const { all, log } = failing(new ApiError('authority'))
    await checkAuth({ ...all, token: () => tokens.shift() })
    expect(log).toEqual([])
  })
})
