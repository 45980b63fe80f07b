/** Leaked passwords are tried slowly and from many addresses: a network in which several failed that day needs a human check. */
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { randomToken } from '../../src/platform/keys/secrets.ts'
import { newEmail, PASSWORD, seedPerson } from '../support/accounts.ts'
import { newIpAddress } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

/** A network in which five sign-ins of different accounts have failed. */
async function suspectNetwork(): Promise<string> {
  const ip = newIpAddress()
  for (let i = 0; i < 5; i += 1)
    expect((await server.call(login, { email: newEmail(), password: 'wrong' }, { ip })).code).toBe(20111)
  return ip
}

test('asks for a human check after five failures of a day, and refuses nobody who passes it', async () => {
  const ip = await suspectNetwork()
  const { email } = await seedPerson(server)
  expect((await server.call(login, { email, password: PASSWORD }, { ip })).code).toBe(20204)
  expect((await server.call(login, { email, password: PASSWORD, ticket: 'any' }, { ip })).code).toBe(0)
  const [count] = await server.sql<{ points: number; hours: number }>(
    `select points, round((expire - extract(epoch from now()) * 1000) / 3600000)::int as hours from rate_limit where key = $1`,
    `fail-day:${ip}`,
  )
  expect(count).toEqual({ points: 5, hours: 24 })
})

test('asks nobody in a browser that the account knows', async () => {
  const { email } = await seedPerson(server)
  const cookie = `kerfDevice=${randomToken()}`
  expect((await server.call(login, { email, password: PASSWORD }, { cookie })).code).toBe(0)
  const ip = await suspectNetwork()
  expect((await server.call(login, { email, password: PASSWORD }, { ip, cookie })).code).toBe(0)
  const other = `kerfDevice=${randomToken()}`
  expect((await server.call(login, { email, password: PASSWORD }, { ip, cookie: other })).code).toBe(20204)
})

test('asks nobody elsewhere, and ends with the day', async () => {
  const ip = await suspectNetwork()
  const { email } = await seedPerson(server)
  expect((await server.call(login, { email, password: PASSWORD })).code).toBe(0)
  await server.sql(`update rate_limit set expire = 0 where key = $1`, `fail-day:${ip}`)
  expect((await server.call(login, { email, password: PASSWORD }, { ip })).code).toBe(0)
})
