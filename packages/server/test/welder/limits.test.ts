/** Limits against harvesting unlock passwords (S-103, T-04). */
import { rmSync } from 'node:fs'
import { issueUnlockPassword } from '@kerf/contract/endpoints/welder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { writeCourses } from '../training/helpers.ts'
import { createTrainedBrowser, LESSON_MS, newSerialNumber, requestPassword } from './helpers.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = writeCourses(LESSON_MS)
  // With the human check on: any ticket of 43 characters that is stored in the table is valid.
  server = await startTestServer({ env: { COURSES_FOLDER: folder, HUMAN_CHECK: 'slider' } })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

let tickets = 0
/** Stores a ticket as the human check issues it. */
async function newTicket(): Promise<string> {
  const ticket = String(++tickets).padStart(43, 'T')
  await server.sql(
    `insert into one_time (kind, hash, expires_at)
     values ('human_ticket', sha256(convert_to($1, 'utf8')), now() + interval '5 minutes')`,
    ticket,
  )
  return ticket
}

test('requires a human check from the second machine on, but not for the first one again', async () => {
  const browser = await createTrainedBrowser(server)
  const [first, second] = [newSerialNumber(), newSerialNumber()]
  expect((await requestPassword(server, browser, first)).code).toBe(0)
  expect((await requestPassword(server, browser, first)).code).toBe(0)
  expect((await requestPassword(server, browser, second)).code).toBe(20204)
  expect((await requestPassword(server, browser, second, { ticket: 'T'.repeat(43) })).code).toBe(20206)
  const ticket = await newTicket()
  expect((await requestPassword(server, browser, second, { ticket })).code).toBe(0)
  expect((await requestPassword(server, browser, second)).code).toBe(0)
  expect((await requestPassword(server, browser, newSerialNumber(), { ticket })).code).toBe(20206)
})

test('limits a visitor to three machines', async () => {
  const { cookie } = await createTrainedBrowser(server)
  for (let i = 0; i < 3; i++)
    expect((await requestPassword(server, { cookie }, newSerialNumber())).code).toBe(0)
  expect((await requestPassword(server, { cookie }, newSerialNumber())).code).toBe(20429)
})

test('limits an address to five machines a day over all visitors', async () => {
  const { ip } = await createTrainedBrowser(server)
  const codes: number[] = []
  for (let i = 0; i < 7; i++) {
    const { cookie } = await createTrainedBrowser(server)
    codes.push(
      (await requestPassword(server, { cookie, ip }, newSerialNumber(), { ticket: await newTicket() })).code,
    )
  }
  expect(codes).toEqual([0, 0, 0, 0, 0, 20429, 20429])
})

test('limits a machine to ten passwords a day', async () => {
  const sn = newSerialNumber()
  for (let i = 0; i < 10; i++)
    expect((await requestPassword(server, await createTrainedBrowser(server), sn)).code).toBe(0)
  const refused = await requestPassword(server, await createTrainedBrowser(server), sn)
  expect(refused.code).toBe(20429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
})

test('limits parallel requests for many machines', async () => {
  const browser = await createTrainedBrowser(server)
  const answers = await Promise.all(
    await Promise.all(
      Array.from({ length: 12 }, async () =>
        requestPassword(server, browser, newSerialNumber(), { ticket: await newTicket() }),
      ),
    ),
  )
  expect(answers.filter(({ code }) => code === 0).length).toBeLessThanOrEqual(3)
})

test('gives parallel requests without a human check one machine', async () => {
  const browser = await createTrainedBrowser(server)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => requestPassword(server, browser, newSerialNumber())),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual([0, ...Array<number>(7).fill(20204)])
})

test('limits guessing of registered serial numbers', async () => {
  await server.sql(`insert into device (sn, line, key_version) values ($1, 'welder', 1)`, newSerialNumber())
  try {
    const browser = await createTrainedBrowser(server)
    const codes: number[] = []
    for (let i = 0; i < 23; i++) codes.push((await requestPassword(server, browser, newSerialNumber())).code)
    expect(codes).toEqual([...Array<number>(20).fill(20501), 20429, 20429, 20429])
  } finally {
    await server.sql('delete from device')
  }
})

test('counts invalid requests', async () => {
  const ip = '198.51.100.200'
  await server.sql(
    `insert into rate_limit values ($1, 120, (extract(epoch from now()) * 1000)::bigint + 3000000)`,
    `activate.calls:${ip}`,
  )
  expect((await server.call(issueUnlockPassword, { token: 'a.b.c' }, { ip })).code).toBe(20429)
})
