/** Cursors are opaque: any string gets a page or the documented error, and cursors of earlier versions stay valid. */

import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { listAnnouncements } from '@kerf/contract/endpoints/announcement'
import { listBenefitEvents } from '@kerf/contract/endpoints/benefit'
import { listMessages } from '@kerf/contract/endpoints/message'
import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import { getSessionLog } from '@kerf/contract/endpoints/session'
import { describe, expect, test } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { registerApp } from '../sign-on/register-app.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()
const token = await signInToken(server, await seedPerson(server))
const headers = await registerApp(server, 'https://a.example')

/** With cursors that earlier versions returned. */
const LISTS = [
  { list: getRedemptions, earlier: ['0', '41', '9'.repeat(18)] },
  { list: getSessionLog, earlier: ['0', '41', '9'.repeat(18)] },
  { list: listBenefitEvents, earlier: ['0', '41', '9'.repeat(18)] },
  {
    list: listMessages,
    earlier: ['a.1760000000000.b0000000001', 'u.1760000000000.mAbc-_9', 'a.999999999999999.m1'],
  },
  { list: listAnnouncements, earlier: ['1760000000000.1', '999999999999999.999999999'] },
]

const MALFORMED = [
  '',
  ' ',
  'x',
  '-1',
  '1,5',
  '0x1f',
  '9'.repeat(19),
  '9'.repeat(500),
  'x'.repeat(501),
  "1' or '1'='1",
  'eyJwIjoxfQ==',
  'a.1760000000000',
  'a.9999999999999999.b1',
  '1760000000000.9999999999',
  '../..',
  '%00',
  '\u0000',
  '\ud83d\ude00',
  '\u0661\u0662',
  'null',
]

test('lists every endpoint with a cursor', () => {
  const paged = Object.values(ENDPOINTS).filter(
    ({ input }) => 'cursor' in ((input as { entries?: object } | undefined)?.entries ?? {}),
  )
  expect(paged.map(({ path }) => path).toSorted()).toEqual(LISTS.map(({ list }) => list.path).toSorted())
})

describe.each(LISTS)('$list.path', ({ list, earlier }) => {
  const read = async (cursor: string) => {
    const options = list === listBenefitEvents ? { headers } : { token }
    const { status, code, fields } = await server.call(list as typeof getRedemptions, { cursor }, options)
    return { status, code, fields }
  }
  test.each(earlier)('accepts %j', async cursor => {
    expect(await read(cursor)).toMatchObject({ status: 200, code: 0 })
  })
  test.each(MALFORMED)('answers bad_request to %j', async cursor => {
    expect(await read(cursor)).toEqual({ status: 400, code: 20001, fields: { cursor: 'invalid' } })
  })
})
