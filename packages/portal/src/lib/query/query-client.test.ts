import { ApiError } from '@kerf/contract/client/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { account, type FullInfo } from '../session/account.ts'
import { accountQueryKey, describeQueryError, queryClient, shouldRetry } from './query-client.ts'

const signIn = (uid: string) => account.set({ info: { uid } as FullInfo, fetchedAt: 0 })

beforeEach(() => {
  queryClient.clear()
  signIn('u-1')
})

describe('retries', () => {
  test('retries an unreachable server once', () => {
    const error = new ApiError('unreachable', { reason: 'network' })
    expect(shouldRetry(0, error)).toBe(true)
    expect(shouldRetry(1, error)).toBe(false)
  })

  test.each([
    ['an answer of the server', new ApiError('authority')],
    ['a timeout', new ApiError('unreachable', { reason: 'timeout' })],
    ['a browser that is offline', new ApiError('offline')],
    ['an error of the page', new TypeError('x')],
  ])('does not retry after %s', (_, error) => {
    expect(shouldRetry(0, error)).toBe(false)
  })
})

describe('the cache', () => {
  test('separates accounts', () => {
    queryClient.setQueryData(accountQueryKey('sessions'), ['a session'])
    signIn('u-2')
    expect(queryClient.getQueryData(accountQueryKey('sessions'))).toBeUndefined()
  })

  test('keeps its data while the account is edited', () => {
    queryClient.setQueryData(accountQueryKey('sessions'), ['a session'])
    signIn('u-1')
    expect(queryClient.getQueryData(accountQueryKey('sessions'))).toEqual(['a session'])
  })

  test('removes the data of an ended session, but keeps the keys of the page on screen', () => {
    const key = accountQueryKey('sessions')
    queryClient.setQueryData(key, ['a session'])
    account.set(undefined)
    expect(queryClient.getQueryData(key)).toBeUndefined()
    expect(accountQueryKey('sessions')).toEqual(key)
  })
})

test('describes an error by its name', () => {
  expect(describeQueryError(null)).toBeUndefined()
  expect(describeQueryError(new ApiError('authority'))).toMatchObject({ errorName: 'authority' })
})
