import { expect, test } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

test('sets no cookie for a banned IP address on page requests', async () => {
  const token = await signInToken(server, await seedPerson(server))
  const visit = async (ip: string) => {
    const query = new URLSearchParams({ utoken: token, domain: 'localhost' })
    const response = await fetch(`${server.url}/v1/cookie/set-cookies?${query}`, {
      headers: { 'x-forwarded-for': ip },
    })
    return [((await response.json()) as { code: number }).code, response.headers.getSetCookie().length]
  }
  expect(await visit('198.51.100.9')).toEqual([0, 1])
  await server.sql(`insert into ip_ban (network) values ('198.51.100.0/24')`)
  await server.sql('notify ip_ban')
  await expect.poll(() => visit('198.51.100.9')).toEqual([20105, 0])
  expect(await visit('203.0.113.9')).toEqual([0, 1])
})
