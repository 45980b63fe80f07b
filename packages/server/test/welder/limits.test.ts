import { createUnlockChallenge, issueUnlockPassword } from '@kerf/contract/endpoints/welder'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { writeCourses } from '../training/helpers.ts'
import { type Browser, createTrainedBrowser, LESSON_MS, newSerialNumber, requestPassword } from './helpers.ts'

const folder = writeCourses(LESSON_MS)
// With the human check on: any ticket of 43 characters that is stored in the table is valid.
const server = await useTestServer({ env: { COURSES_FOLDER: folder, HUMAN_CHECK: 'slider' } })

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
  expect((await requestPassword(server, await createTrainedBrowser(server), sn)).code).toBe(0)
  await server.sql(`update rate_limit set points = 10 where key like 'unlock.device:%' and points = 1`)
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

describe('from the fourth password of a machine on', () => {
  const challengeFor = async (browser: Browser, sn: string): Promise<Challenge> => {
    const { code, data } = await server.call(createUnlockChallenge, { sn }, browser)
    expect(code).toBe(0)
    return data.challenge as unknown as Challenge
  }
  const solve = async (challenge: Challenge): Promise<string> => {
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
  const levelOf = ({ parameters }: Challenge) => parameters.data?.level

  /** A machine that got three passwords today, requested from three networks. */
  async function createBusyMachine(): Promise<string> {
    const sn = newSerialNumber()
    await server.sql(`delete from rate_limit where key like 'unlock.device:%'`)
    expect((await requestPassword(server, await createTrainedBrowser(server), sn)).code).toBe(0)
    await server.sql(`update rate_limit set points = 3 where key like 'unlock.device:%'`)
    return sn
  }

  test('a request needs a proof of work for this machine and network, which is accepted once', async () => {
    const sn = await createBusyMachine()
    const owner = await createTrainedBrowser(server)
    expect((await requestPassword(server, owner, sn)).code).toBe(20504)
    expect((await requestPassword(server, owner, sn, { work: 'AAAA' })).code).toBe(20205)
    const [first, second] = [await challengeFor(owner, sn), await challengeFor(owner, sn)]
    const work = await solve(first)
    // Another network and another machine.
    const stranger = await createTrainedBrowser(server)
    expect((await requestPassword(server, stranger, sn, { work })).code).toBe(20504)
    expect((await requestPassword(server, owner, sn, { work })).code).toBe(20205)
    expect((await requestPassword(server, owner, sn, { work: await solve(second) })).code).toBe(0)
    // The next one costs this network twice as much, and an unused challenge of the first level is too cheap.
    expect(levelOf(await challengeFor(owner, sn))).toBe(1)
    expect(levelOf(await challengeFor(stranger, sn))).toBe(0)
  })

  test('the work doubles for an IPv6 /48 as a whole', async () => {
    const sn = await createBusyMachine()
    const { cookie } = await createTrainedBrowser(server)
    const at = (ip: string): Browser => ({ cookie, ip })
    const work = await solve(await challengeFor(at('2001:db8:7:1::1'), sn))
    expect((await requestPassword(server, at('2001:db8:7:2::1'), sn, { work })).code).toBe(0)
    expect(levelOf(await challengeFor(at('2001:db8:7:3::1'), sn))).toBe(1)
  })

  test('a challenge needs a watched course', async () => {
    expect((await server.call(createUnlockChallenge, { sn: newSerialNumber() })).code).toBe(20502)
  })
})

test('asks every address for a human check while serial numbers are harvested', async () => {
  await server.sql(
    `insert into rate_limit values ('global:unlock-machines', 100, (extract(epoch from now()) * 1000)::bigint + 3000000)
     on conflict (key) do update set points = 100, expire = excluded.expire`,
  )
  await expect
    .poll(
      async () => (await requestPassword(server, await createTrainedBrowser(server), newSerialNumber())).code,
      {
        interval: 500,
      },
    )
    .toBe(20204)
  const browser = await createTrainedBrowser(server)
  const sn = newSerialNumber()
  expect((await requestPassword(server, browser, sn, { ticket: await newTicket() })).code).toBe(0)
  // A machine that this address has requested before is not another one.
  expect((await requestPassword(server, browser, sn)).code).toBe(0)
})
