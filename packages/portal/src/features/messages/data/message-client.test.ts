import { ApiError } from '@kerf/contract/client/client'
import { countMessages } from '@kerf/contract/endpoints/message'
import { beforeEach, expect, test, vi } from 'vitest'
import { getMessageClient } from './message-client.ts'

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  const dead = { code: 20101, data: null, msg: '', requestId: 'x' }
  vi.stubGlobal('fetch', async () => Response.json(dead, { status: 401 }))
})

const options = { baseUrl: '', token: 'one', lang: 'en', appCode: 'portal' }

test('reports an expired token to the current listeners only', async () => {
  const [gone, first, second] = [vi.fn(), vi.fn(), vi.fn()]
  getMessageClient(options).onExpired(gone)()
  const leave = getMessageClient(options).onExpired(first)
  getMessageClient(options).onExpired(second)
  const ask = () => getMessageClient(options).call(countMessages, { appCode: 'portal' })
  await expect(ask()).rejects.toBeInstanceOf(ApiError)
  leave()
  await expect(ask()).rejects.toMatchObject({ errorName: 'expired_login' })
  expect([gone, first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 2])
})
