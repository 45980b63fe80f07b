/** Analytics events of an erased account (S-080). */

import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { expect, test } from 'vitest'
import { requestOwnCode, signInToken } from '../account-center/fixtures.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { newVisitor, sendPlain } from './send-events.ts'

const server = await useTestServer()

const send = (visitor: string, login: string) =>
  sendPlain(server, { visitor, login, events: [{ event: '$pageview', properties: {} }] })
const loginsOf = async (visitor: string) =>
  (
    await server.sql<{ login: string | null }>('select login from tracking_event where visitor = $1', visitor)
  ).map(({ login }) => login)

async function createVisitor() {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const { analyticsId } = (await server.call(getFullInfo, undefined, { token })).data
  return { person, token, analyticsId, visitor: newVisitor() }
}

test('are deleted with it, later ones are stored without the account, and others stay', async () => {
  const [gone, other] = [await createVisitor(), await createVisitor()]
  for (const { visitor, analyticsId } of [gone, other]) await send(visitor, analyticsId)
  await expect.poll(() => loginsOf(gone.visitor)).toEqual([gone.analyticsId])
  await expect.poll(() => loginsOf(other.visitor)).toEqual([other.analyticsId])

  const code = await requestOwnCode(server, gone.token, gone.person, 'delete')
  const { token } = gone
  expect((await server.call(deleteAccount, { ...code, confirm: true }, { token })).code).toBe(0)
  await expect.poll(() => loginsOf(gone.visitor)).toEqual([])

  for (const { visitor, analyticsId } of [gone, other]) await send(visitor, analyticsId)
  await expect.poll(() => loginsOf(gone.visitor)).toEqual([null])
  await expect.poll(() => loginsOf(other.visitor)).toEqual([other.analyticsId, other.analyticsId])
})
