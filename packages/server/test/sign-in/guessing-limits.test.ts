/** Attempts to bypass the rate limits on guessing, and to use them against the owner (S-010, S-024). */
import { changePassword, findPassword } from '@kerf/contract/endpoints/password'
import { login, reauthenticate } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { randomToken } from '../../src/platform/keys/secrets.ts'
import { signInToken } from '../account-center/fixtures.ts'
import { cookieOf, newEmail, PASSWORD, requestCode, seedPerson, signUp } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

test('gives no additional tries for a different browser cookie each time', async () => {
  const token = await signInToken(server, await seedPerson(server))
  const codes: number[] = []
  for (let i = 0; i < 12; i++) {
    const from = { token, cookie: `kerfDevice=${randomToken()}` }
    const guess = `guess-${i}`
    const answer =
      i % 2 === 0
        ? await server.call(reauthenticate, { password: guess }, from)
        : await server.call(changePassword, { oldPassword: guess, password: 'engraved-88' }, from)
    codes.push(answer.code)
  }
  expect(codes).toEqual([...Array(10).fill(20112), 20429, 20429])
})

test('clears the failures of the browser that the reset was made in', async () => {
  const email = newEmail()
  const cookie = cookieOf(await signUp(server, email), 'kerfDevice')
  const signIn = (password: string) => server.call(login, { email, password }, { cookie })
  for (let i = 0; i < 10; i++) expect((await signIn('wrong')).code).toBe(20111)
  expect((await signIn(PASSWORD)).code).toBe(20429)
  const code = await requestCode(server, email, 'findpwd')
  const recovered = await server.call(findPassword, { email, ...code, password: 'another-one-5' }, { cookie })
  expect(recovered.code).toBe(0)
  expect((await signIn('another-one-5')).code).toBe(0)
})
