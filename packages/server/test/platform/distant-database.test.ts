/** A database in another region: session checks wait for one round trip, and none of them for a connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { useProxiedServer } from '../support/test-server.ts'

const server = await useProxiedServer()
const { email } = await seedPerson(server)
const token = (await server.call(login, { email, password: PASSWORD })).data.utoken

const CHECKS = 300
const INTERVAL_MS = 5

test('answers every session check when the database is 300 ms away', async () => {
  server.proxy.delayMs = 150
  const answers: Promise<number>[] = []
  for (let i = 0; i < CHECKS; i++) {
    answers.push(server.call(getBasicInfo, undefined, { token }).then(({ code }) => code))
    await sleep(INTERVAL_MS)
  }
  const codes = await Promise.all(answers)
  expect(codes.filter(code => code !== 0)).toEqual([])
})
