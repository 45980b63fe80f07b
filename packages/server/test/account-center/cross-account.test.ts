/** Calls every endpoint with identifiers of another account: nothing of it is read or changed (S-072). */
import type { Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import * as v from 'valibot'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Business, type Person, seedBusiness, seedPerson } from '../support/accounts.ts'
import { sampleOf } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'
import { insertLiveSession, requestOwnCode, setAvatar, signInToken } from './fixtures.ts'
import { callSample, sampleInput } from './sample-input.ts'
import { readAccountRows } from './scan-storage.ts'

const server = await useTestServer()

const ALL_CALLS = Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint>>)
const CALLS = ALL_CALLS.filter(
  ([, { access }]) => access === 'signed-in' || access === 'personal' || access === 'enterprise',
)

/** How many variants of a call `npm test` sends. Each call sends others. */
const VARIANTS = 8

/** Identifiers and credentials of an account; `secrets`: values that no response to another account may contain. */
async function nameable(who: Person | Business, kind: 'personal' | 'business') {
  const token = await signInToken(server, who)
  const nickname = `Only-${who.uid.slice(0, 8)}`
  await server.sql(
    `update account set nickname = $2, introduction = $2 || ' intro', user_name = $2 || ' name' where uid = $1`,
    who.uid,
    nickname,
  )
  const picture = await setAvatar(server, token)
  const codes = kind === 'personal' ? [await requestOwnCode(server, token, who, 'delete')] : []
  const [row] = await server.sql<{ handle: string; analytics_id: string }>(
    `select s.handle, a.analytics_id from session s join account a using (uid) where uid = $1`,
    who.uid,
  )
  const names = [who.uid, who.email, row?.handle ?? '', picture, new URL(picture).pathname, nickname]
  if ('account' in who) names.push(who.account)
  return {
    token,
    values: [...names, token, ...codes.flatMap(code => [code.nonce, code.captcha])],
    secrets: [...names, token, row?.analytics_id ?? '', nickname],
  }
}

/**
 * The sample with each string replaced in turn by each value that its schema accepts: a part of them, which depends on `offset`. The
 * variant with a code of the other account is always one.
 */
function variants(endpoint: Endpoint, values: readonly string[], offset: number): Record<string, unknown>[] {
  const sample = sampleInput(endpoint)
  if (!sample || !endpoint.input) return []
  const schema = endpoint.input
  const single = Object.keys(sample).flatMap(name =>
    values.map(value => ({ ...sample, [name]: Array.isArray(sample[name]) ? [value] : value })),
  )
  const [captcha, nonce] = [
    values.find(value => /^\d{6}$/.test(value)),
    values.find(value => /^[\w-]{43}$/.test(value)),
  ]
  const proved = 'captcha' in sample && captcha && nonce ? [{ ...sample, captcha, nonce }] : []
  const accepted = (inputs: readonly Record<string, unknown>[]) =>
    inputs.filter(input => v.safeParse(schema, input).success)
  return [...sampleOf(accepted(single), VARIANTS, offset), ...accepted(proved)]
}

/** The calls, each with its position. */
const numbered = (calls: readonly (readonly [string, Endpoint])[]) =>
  calls.map(([name, endpoint], index) => [name, endpoint, index] as const)

describe.each(['personal', 'business'] as const)('a %s account', kind => {
  const make = (): Promise<Person | Business> =>
    kind === 'personal' ? seedPerson(server) : seedBusiness(server)
  let victim: Awaited<ReturnType<typeof nameable>>
  let victimUid: string
  let before: Awaited<ReturnType<typeof readAccountRows>>
  beforeAll(async () => {
    const who = await make()
    victimUid = who.uid
    victim = await nameable(who, kind)
    // The event of the last mail of `nameable` is written after the mail.
    const event = `select count(*)::int as sent from audit_event where uid = $1 and event = 'mail.sent'`
    const mails = await server.mailsTo(who.email)
    await vi.waitFor(
      async () => expect(await server.sql(event, victimUid)).toEqual([{ sent: mails.length }]),
      { timeout: 30_000 },
    )
    before = await readAccountRows(server, victimUid)
    expect(Object.values(before).flat().length).toBeGreaterThan(4)
  })

  const other = kind === 'personal' ? 'business' : 'personal'
  const calls = CALLS.filter(([, { access }]) => access !== other)
  test.each(numbered(calls))('%s', async (_, endpoint, index) => {
    const intruder = await make()
    const inputs = [sampleInput(endpoint), ...variants(endpoint, victim.values, index)]
    for (const input of inputs) {
      const { text } = await callSample(
        server,
        endpoint,
        await insertLiveSession(server, intruder.uid),
        input,
      )
      const sent = JSON.stringify(input ?? {})
      const read = victim.secrets.filter(secret => text.includes(secret) && !sent.includes(secret))
      expect({ input, read }).toEqual({ input, read: [] })
    }
    expect(await readAccountRows(server, victimUid)).toEqual(before)
  })
})

describe('an enterprise', () => {
  let victim: Awaited<ReturnType<typeof nameable>>
  let victimUid: string
  let before: Record<string, unknown>
  /** Anyone may start the recovery of an account, which stores a nonce and an audit row. Nothing else may change. */
  const readLastingRows = async () => {
    const {
      'public.verification': _nonces,
      'public.audit_event': _audit,
      ...lasting
    } = await readAccountRows(server, victimUid)
    return lasting
  }
  beforeAll(async () => {
    const other = await seedBusiness(server)
    victimUid = other.uid
    victim = await nameable(other, 'business')
    before = await readLastingRows()
    expect(Object.values(before).flat().length).toBeGreaterThan(4)
  })

  // The calls that sign in or act as an app need a credential that no other enterprise has.
  const open = ALL_CALLS.filter(
    ([, { access }]) => access === 'anyone' || access === 'app' || access === 'personal',
  )
  test.each(numbered(open))('learns nothing of another one by %s', async (_, endpoint, index) => {
    const { uid } = await seedBusiness(server)
    const values = victim.values.filter(value => value !== victim.token)
    for (const input of [sampleInput(endpoint), ...variants(endpoint, values, index)]) {
      const { text } = await callSample(server, endpoint, await insertLiveSession(server, uid), input)
      const sent = JSON.stringify(input ?? {})
      const read = victim.secrets.filter(secret => text.includes(secret) && !sent.includes(secret))
      expect({ input, read }).toEqual({ input, read: [] })
    }
    expect(await readLastingRows()).toEqual(before)
  })
})
