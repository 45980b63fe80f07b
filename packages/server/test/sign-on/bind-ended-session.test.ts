/** A connection is refused if the session that started it has ended (S-028). */
import { findPassword } from '@kerf/contract/endpoints/password'
import { expect, test } from 'vitest'
import { setBothProofs, signInBrowser } from '../account-center/fixtures.ts'
import { type Person, requestCode, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { type Browser, createBrowser, LANDING, reachCallback, readResult } from './browser.ts'

const server = await useTestServer()

/** Starts connecting and stops before the provider redirects back. */
async function startBind(): Promise<{ person: Person; thief: Browser; callback: string }> {
  const person = await seedPerson(server)
  const thief = createBrowser(server)
  const { cookies } = await signInBrowser(server, person)
  await setBothProofs(server, person.uid)
  for (const [name, value] of cookies) thief.cookies.set(name, value)
  return {
    person,
    thief,
    callback: await reachCallback(thief, { name: `Thief ${person.uid}` }, { op: 'bind' }),
  }
}
const finishBind = async (browser: Browser, callback: string) =>
  (await readResult(server, await browser.follow(callback, LANDING))).data
const linksOf = (uid: string) => server.sql('select channel from social_link where uid = $1', uid)

test('rejects a connection that was started before a password reset', async () => {
  const { person, thief, callback } = await startBind()
  const code = await requestCode(server, person.email, 'findpwd')
  const recovered = await server.call(findPassword, {
    email: person.email,
    ...code,
    password: 'another-one-5',
  })
  expect(recovered.code).toBe(0)
  expect((await finishBind(thief, callback)).code).toBe(20206)
  expect(await linksOf(person.uid)).toEqual([])
})

test('connects while the session is live', async () => {
  const { person, thief, callback } = await startBind()
  expect((await finishBind(thief, callback)).code).toBe(0)
  expect(await linksOf(person.uid)).toEqual([{ channel: 'demo' }])
})
