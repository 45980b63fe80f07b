import type { Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { PASSWORD, seedPerson } from '../support/accounts.ts'
import { readAnswer } from '../support/api-call.ts'
import { casesOf } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()
const { email } = await seedPerson(server)
const token = (await server.call(login, { email, password: PASSWORD })).data.utoken

const endpoints = Object.values(ENDPOINTS) as readonly Endpoint[]
const VALUES: readonly unknown[] = [
  'ada@example.com',
  '',
  '\u0000',
  '\ud800',
  '😀'.repeat(40),
  'x'.repeat(3_000),
  "' or 1=1 --",
  '../../etc/passwd',
  '{{7*7}}',
  '%00%ff',
  'A'.repeat(43),
  '123456',
  'register',
  0,
  -1,
  1e308,
  2 ** 53,
  true,
  null,
  [],
  {},
  [[[[]]]],
  { a: { b: { c: 1 } } },
]
const FIELDS = [
  'email',
  'account',
  'password',
  'captcha',
  'nonce',
  'scene',
  'receiver',
  'ticket',
  'lang',
  'payload',
  'token',
  'remember',
  'session',
  'channel',
  'nickname',
  'birthday',
  'country',
  'headpic',
]
const HEADERS = [
  'lang',
  'appCode',
  'appPlatform',
  'appVersion',
  'appOrigin',
  'user-agent',
  'accept-language',
  'cookie',
  'x-forwarded-for',
  'cookieSameSite',
  'Idempotency-Key',
]
const HEADER_VALUES = [
  '',
  'zh',
  'x'.repeat(900),
  '\u00ff\u00fe',
  'utoken=; kerfDevice=;;=',
  '::ffff:1.2.3.4',
  '%',
  '"',
  '1.2.3.4, ::1',
  'constructor',
]

/** Linear congruential generator with a fixed seed: every run sends the same requests. */
let seed = 20_901
const randomBelow = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed % below
}
const randomOf = <T>(values: readonly T[]): T => values[randomBelow(values.length)] as T

function createRequest(): { path: string; init: RequestInit } {
  const endpoint = randomOf(endpoints)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  for (let i = randomBelow(4); i > 0; i--) headers[randomOf(HEADERS)] = randomOf(HEADER_VALUES)
  if (randomBelow(2) === 0) headers.utoken = randomBelow(3) === 0 ? 'A'.repeat(43) : token
  const body = Object.fromEntries(
    Array.from({ length: randomBelow(7) }, () => [randomOf(FIELDS), randomOf(VALUES)]),
  )
  const text = randomBelow(12) === 0 ? JSON.stringify(body).slice(randomBelow(40)) : JSON.stringify(body)
  const path = endpoint.path.replace(/:\w+/g, () =>
    encodeURIComponent(String(randomOf(VALUES)).slice(0, 80).toWellFormed()),
  )
  const method = randomBelow(15) === 0 ? randomOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) : endpoint.method
  return { path, init: { method, headers, ...(method !== 'GET' && { body: text }) } }
}

const ROUNDS = casesOf({ sample: 20, whole: 60 })
const REQUESTS_A_ROUND = 40

test(`answers ${ROUNDS * REQUESTS_A_ROUND} random requests without an internal error`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const requests = Array.from({ length: REQUESTS_A_ROUND }, createRequest).filter(
      ({ path }) => !/logout|session\/clear/.test(path),
    )
    await Promise.all(
      requests.map(async ({ path, init }) => {
        const answer = await readAnswer(await fetch(server.url + path, init))
        if (answer.status >= 500 && answer.headers.get('retry-after') === null)
          throw new Error(`${init.method} ${path} ${String(init.body)} answers ${answer.text}`)
      }),
    )
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
