import { register } from '@kerf/contract/endpoints/sign-in'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD, requestCode, signUp, wrongCode } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ sibling: true })

const TRIES = 200

/** The number of answers by code. */
const tally = (answers: readonly { code: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** All spellings have the same canonical form. */
const spellings = (email: string): string[] => {
  const [local = '', domain = ''] = email.split('@')
  return [email, email.toUpperCase(), `${local.toUpperCase()}@${domain}`, `${local}@${domain.toUpperCase()}`]
}

test('accepts one of 200 parallel registrations with one code over two processes', async () => {
  const email = newEmail('racer')
  const code = await requestCode(server, email, 'register')
  const written = spellings(email)
  const answers = await Promise.all(
    Array.from({ length: TRIES }, (_, i) =>
      server.call(
        register,
        { email: written[i % written.length] ?? email, password: PASSWORD, ...code, agreement: true },
        { process: i % 2 },
      ),
    ),
  )
  const counts = tally(answers)
  expect(counts[0]).toBe(1)
  // The others find a used code, an existing account, or a full hashing queue.
  expect(Object.keys(counts).filter(one => !['0', '20115', '20203', '20901'].includes(one))).toEqual([])
  const rows = await server.sql(`select uid from sign_in_identifier where value = lower($1)`, email)
  expect(rows).toHaveLength(1)
  expect(await server.sql('select uid from account where lower(email) = lower($1)', email)).toHaveLength(1)
  expect(await server.sql('select uid from session where uid = $1', rows[0]?.uid)).toHaveLength(1)
  const audited = await server.sql(
    `select 1 from audit_event where event = 'account.register' and outcome = 'ok' and uid = $1`,
    rows[0]?.uid,
  )
  expect(audited).toHaveLength(1)
})

test('creates one account from parallel registrations of one mailbox with different nonces', async () => {
  const email = newEmail('crowd')
  const written = spellings(email)
  const named = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      server.call(
        verifyEmail,
        { email: written[i % written.length] ?? email, scene: 'register' },
        { process: i % 2 },
      ),
    ),
  )
  const sent = await Promise.all(
    named.map(({ data }, i) =>
      server.call(
        sendVerificationCode,
        { receiver: written[i % written.length] ?? email, nonce: data.nonce, ticket: 'any' },
        { process: i % 2 },
      ),
    ),
  )
  expect(tally(sent)).toEqual({ 0: 1, 20202: 19 })
  const captcha = await server.waitForCode(email)
  const answers = await Promise.all(
    named.map(({ data }, i) =>
      server.call(
        register,
        { email, password: PASSWORD, captcha, nonce: data.nonce, agreement: true },
        { process: i % 2 },
      ),
    ),
  )
  expect(tally(answers)[0]).toBe(1)
  expect(await server.sql('select uid from account where lower(email) = lower($1)', email)).toHaveLength(1)
  expect(await server.mailsTo(email)).toHaveLength(1)
})

test('checks five of 60 parallel wrong codes over two processes', async () => {
  const email = newEmail('guesser')
  const code = await requestCode(server, email, 'register')
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      server.call(
        register,
        { email, password: PASSWORD, nonce: code.nonce, captcha: wrongCode(code, i + 1), agreement: true },
        { process: i % 2 },
      ),
    ),
  )
  const counts = tally(answers)
  expect(counts[20201]).toBe(5)
  expect(counts[0]).toBeUndefined()
  const after = await server.call(register, { email, password: PASSWORD, ...code, agreement: true })
  expect(after.code).toBe(20203)
})

test('accepts parallel registrations of different people', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(server)))
  expect(tally(answers)).toEqual({ 0: 10 })
  expect(new Set(answers.map(answer => answer.data.uid)).size).toBe(10)
})

test('parallel repeats of one sign-up create one account', async () => {
  const email = newEmail('parallel')
  const code = await requestCode(server, email, 'register')
  const call = (process: number) =>
    server.call(
      register,
      { email, password: PASSWORD, ...code, agreement: true },
      { process, headers: { 'Idempotency-Key': 'p' } },
    )
  const answers = await Promise.all([call(0), call(1), call(0), call(1)])
  const uids = new Set(answers.filter(answer => answer.code === 0).map(answer => answer.data.uid))
  expect(uids.size).toBe(1)
})
