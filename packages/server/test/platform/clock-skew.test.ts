/** The database's clock decides what several machines share: a machine whose own clock is wrong serves like any other (P-17). */
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { createHumanChallenge, verifyHumanAnswer } from '@kerf/contract/endpoints/verification'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, describe, expect, test } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { seedPerson, signUp } from '../support/accounts.ts'
import { shiftClock } from '../support/shifted-clock.ts'
import { useTestServer } from '../support/test-server.ts'

const DAY_MS = 86_400_000
/** Longer than a code, a challenge and an unlock request are valid. */
const SKEWS = [
  ['slow', -20 * 60_000],
  ['fast', 20 * 60_000],
  ['days behind', -3 * DAY_MS],
] as const

let restore = (): void => undefined
// It starts with a wrong clock and notices every further jump.
restore = shiftClock(-3_600_000)
const server = await useTestServer()
restore()
afterEach(() => restore())

describe.each(SKEWS)('a machine whose clock is %s', (_, skewMs) => {
  test('mails codes that are accepted', async () => {
    restore = shiftClock(skewMs)
    expect((await signUp(server)).code).toBe(0)
  })

  test('issues challenges that machines with another clock accept, and accepts theirs', async () => {
    const solve = async () => {
      const challenge = (await server.call(createHumanChallenge)).data.challenge as unknown as Challenge
      const solution = await solveChallenge({ challenge, deriveKey })
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    }
    restore = shiftClock(skewMs)
    const issuedHere = await solve()
    restore()
    expect((await server.call(verifyHumanAnswer, { payload: issuedHere })).code).toBe(0)
    const issuedThere = await solve()
    restore = shiftClock(skewMs)
    expect((await server.call(verifyHumanAnswer, { payload: issuedThere })).code).toBe(0)
  })

  test('accepts and issues links of security mails', async () => {
    const person = await seedPerson(server)
    restore = shiftClock(skewMs)
    await signInToken(server, person)
    await signInToken(server, person)
    restore()
    const { text } = await server.waitForMail(person.email)
    const link = /not-me\S*#([\w-]+)/.exec(text)?.[1] ?? ''
    expect((await server.call(reportNotMe, { link })).code).toBe(0)
    restore = shiftClock(skewMs)
    expect((await server.call(reportNotMe, { link })).code).toBe(0)
  })
})
