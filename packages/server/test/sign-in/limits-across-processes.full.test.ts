import { login } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD, seedPerson } from '../support/accounts.ts'
import { createCall } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ processes: 2, env: { TRUSTED_PROXIES: '', LOG_LEVEL: 'silent' } })

/** All callers have one address here, in which passwords have failed: it needs a human check. */
const ticket = 'any'

test('counts failures of all processes, and keeps the count for a new process', async () => {
  const { email } = await seedPerson(server)
  for (let i = 0; i < 10; i++) {
    const answer = await server.call(login, { email, password: 'wrong', ticket }, { process: i % 2 })
    expect(answer.code).toBe(20111)
  }
  for (const process of [0, 1])
    expect((await server.call(login, { email, password: PASSWORD, ticket }, { process })).code).toBe(20429)
  const third = await server.spawn()
  const call = createCall([third.url])
  expect((await call(login, { email, password: PASSWORD, ticket })).code).toBe(20429)
  await third.kill()
})

test('limits parallel guesses at two processes', async () => {
  const { email } = await seedPerson(server)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      server.call(login, { email, password: `wrong-${i}`, ticket }, { process: i % 2 }),
    ),
  )
  expect(answers.filter(answer => answer.code === 20111).length).toBeLessThanOrEqual(10)
  expect(answers.every(answer => [20111, 20429, 20901].includes(answer.code))).toBe(true)
})

test('mails one code for parallel requests at two processes', async () => {
  const email = newEmail()
  const { data } = await server.call(verifyEmail, { email, scene: 'register' })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      server.call(
        sendVerificationCode,
        { receiver: email, nonce: data.nonce, ticket: 'any' },
        { process: i % 2 },
      ),
    ),
  )
  expect(answers.map(answer => answer.code).sort()).toEqual([0, ...Array<number>(11).fill(20202)])
  for (const answer of answers)
    if (answer.code === 20202) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  await server.waitForCode(email)
  expect(await server.mailsTo(email)).toHaveLength(1)
})
