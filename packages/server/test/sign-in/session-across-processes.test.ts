import { findPassword } from '@kerf/contract/endpoints/password'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { PASSWORD, requestCode, seedPerson } from '../support/accounts.ts'
import { casesOf } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ sibling: true })

test('refuses a session at the next request after another process ended it', async () => {
  const { email } = await seedPerson(server)
  for (let i = 0; i < casesOf({ sample: 4, whole: 20 }); i++) {
    const { data } = await server.call(login, { email, password: PASSWORD }, { process: i % 2 })
    const token = data.utoken
    const other = (i + 1) % 2
    expect((await server.call(getBasicInfo, undefined, { token, process: other })).code).toBe(0)
    await server.call(logout, {}, { token, process: i % 2 })
    expect((await server.call(getBasicInfo, undefined, { token, process: other })).code).toBe(20101)
  }
})

test('ends the sessions of every process by a password reset', async () => {
  const { email } = await seedPerson(server)
  const { data } = await server.call(login, { email, password: PASSWORD }, { process: 1 })
  const code = await requestCode(server, email, 'findpwd')
  await server.call(findPassword, { email, ...code, password: 'engraved-88' }, { process: 0 })
  expect((await server.call(getBasicInfo, undefined, { token: data.utoken, process: 1 })).code).toBe(20101)
})

test('applies and lifts the ban of an IP address in every process within seconds', async () => {
  const ip = '198.51.100.77'
  const request = (process: number) =>
    server.call(getBasicInfo, undefined, { ip, process }).then(answer => answer.code)
  expect(await request(0)).toBe(20101)
  await server.sql(`insert into ip_ban (network) values ('198.51.100.0/24')`)
  await server.sql('notify ip_ban')
  await expect.poll(() => Promise.all([request(0), request(1)])).toEqual([20105, 20105])
  for (const spelling of ['::ffff:198.51.100.3', '::ffff:c633:6404'])
    expect((await server.call(getBasicInfo, undefined, { ip: spelling })).code).toBe(20105)
  expect((await server.call(getBasicInfo, undefined, { ip: '198.51.101.1' })).code).toBe(20101)
  await server.sql('delete from ip_ban')
  await server.sql('notify ip_ban')
  await expect.poll(() => Promise.all([request(0), request(1)])).toEqual([20101, 20101])
})
