/**
 * The attack of RFC 10027: somebody starts a pairing at a machine of theirs and sends link and code to a person, who allows it elsewhere. Each
 * mitigation that docs/pairing-risks.md lists as done has a test here that fails without it (S-164).
 */
import { describeDevice } from '@kerf/contract/endpoints/openid'
import { reportNotMe } from '@kerf/contract/endpoints/session'
import { acceptMachineInvitation, inviteToMachine, listMachines } from '@kerf/contract/machines/machines'
import { describe, expect, test } from 'vitest'
import { buildMachine, newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'
import { allow, CLAIM, connectMachine, outcomeOf, pair, SESSION } from './network-machine.ts'

const server = await useMachineServer()

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })
const describeFor = ({ token, cookie }: Someone, code: unknown, ip?: string) =>
  server.call(describeDevice, { code: String(code) }, { token, cookie, ...(ip !== undefined && { ip }) })

/** The victim may use the attacker's machine: even a right on it gives nothing away. */
async function newAttack(stated: { has_keys?: boolean } = {}) {
  const { owner: attacker, built, machine } = await newOwner(server)
  const victim = await newSomeone(server)
  const { data } = await server.call(inviteToMachine, { role: 'operator' }, as(attacker, { machine }))
  await server.call(acceptMachineInvitation, { code: data.code }, as(victim))
  return { built, victim, machine: connectMachine(server, built, stated) }
}

/** What the attacker could gain of the victim: sessions at machines, grants, machines. */
async function gainsOf(victim: Someone) {
  const [row] = await server.sql<{ sessions: number; grants: number; owned: number }>(
    `select (select count(*)::int from session where uid = $1 and ends_at is not null) as sessions,
            (select count(*)::int from openid_grant where uid = $1) as grants,
            (select count(*)::int from machine_role where uid = $1 and role = 'owner') as owned`,
    victim.uid,
  )
  return row
}
const NOTHING = { sessions: 0, grants: 0, owned: 0 }

describe('a relayed code', () => {
  test.each([SESSION, CLAIM])('gives nothing without the digits at the machine: %s', async scope => {
    const { machine, victim, built } = await newAttack()
    const own = scope === CLAIM ? connectMachine(server, await buildMachine(server)) : machine
    const { user_code, device_code } = await own.start(scope)
    const { digits } = (await allow(server, victim, user_code)).data
    // The attacker is not at the page of the victim.
    expect(await own.poll(device_code)).toMatchObject({ error: 'authorization_pending' })
    for (let guess = 0; guess < 3; guess++) {
      const wrong = String((Number(digits) + 1 + guess) % 10_000).padStart(4, '0')
      expect((await own.poll(device_code, wrong)).access_token).toBeUndefined()
    }
    expect(await gainsOf(victim)).toEqual(NOTHING)
    expect(await outcomeOf(server, victim, user_code)).toBe('refused')
    expect((await own.poll(device_code, digits ?? '')).error).toBe('invalid_grant')
    const { machines } = (await server.call(listMachines, undefined, as(victim))).data
    expect(machines.map(one => [one.sn, one.role])).toEqual([[built.sn, 'operator']])
  })

  test('of a machine without keys counts in the network of the person only', async () => {
    const { machine, victim } = await newAttack({ has_keys: false })
    const { user_code, device_code } = await machine.start()
    for (const ip of ['77.88.8.8', '8.8.4.4'])
      expect((await allow(server, victim, user_code, { ip })).code).toBe(20712)
    expect(await gainsOf(victim)).toEqual(NOTHING)
    const { data } = await allow(server, victim, user_code, { ip: '8.8.8.8' })
    expect(data).toMatchObject({ digits: null, expireTime: expect.any(Number) })
    expect(await machine.poll(device_code)).toMatchObject({ status: 200 })
  })

  test('is answered with where the machine is, and whether that is another country', async () => {
    const { machine, victim, built } = await newAttack()
    const { user_code } = await machine.start()
    const { data } = await describeFor(victim, user_code, '77.88.8.8')
    expect(data).toMatchObject({
      place: 'United States',
      elsewhere: true,
      machine: { snEnd: built.sn.slice(-6) },
    })
  })

  test('lives five minutes, and the digits one', async () => {
    const { machine, victim } = await newAttack()
    const first = await machine.start()
    expect(first.expires_in).toBe(300)
    await server.sql(`update openid_flow set expires_at = now() - interval '1 second'`)
    expect((await describeFor(victim, first.user_code)).code).toBe(20201)

    const { user_code, device_code } = await machine.start()
    const { digits, expireTime } = (await allow(server, victim, user_code)).data
    expect((expireTime ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(61)
    await server.sql(`update machine_pairing set expires_at = now() - interval '1 second'`)
    expect(await machine.poll(device_code, digits ?? '')).toMatchObject({ error: 'expired_token' })
    expect(await outcomeOf(server, victim, user_code)).toBe('expired')
    expect(await gainsOf(victim)).toEqual(NOTHING)
  })

  test('counts once: a second person cannot use it', async () => {
    const { machine, victim } = await newAttack()
    const { user_code } = await machine.start()
    expect((await allow(server, victim, user_code)).code).toBe(0)
    expect((await allow(server, await newSomeone(server), user_code)).code).toBe(20201)
    expect((await machine.start()).user_code).not.toBe(user_code)
  })

  test('is no answer of a thief who has the token of the person only', async () => {
    const { machine, victim } = await newAttack()
    const { user_code } = await machine.start()
    expect((await allow(server, { ...victim, cookie: '' }, user_code)).code).toBe(20107)
  })

  test('is no way to watch the pairing of another person', async () => {
    const { machine, victim } = await newAttack()
    const { user_code } = await machine.start()
    await allow(server, victim, user_code)
    await expect(outcomeOf(server, await newSomeone(server), user_code)).resolves.toBeUndefined()
  })

  test('grants nothing if the person has logged out before the digits arrive', async () => {
    const { machine, victim } = await newAttack()
    const { user_code, device_code } = await machine.start()
    const { digits } = (await allow(server, victim, user_code)).data
    await server.sql('delete from session where uid = $1', victim.uid)
    expect((await machine.poll(device_code, digits ?? '')).access_token).toBeUndefined()
    expect(await gainsOf(victim)).toEqual(NOTHING)
  })
})

describe('what an attacker would have', () => {
  test('cannot start it without the key of a machine, nor with a distrusted one', async () => {
    const { built } = await newAttack()
    const without = await fetch(`${server.url}/oidc/device/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: `machine:${built.sn}`, scope: SESSION }),
    })
    expect(await without.json()).toMatchObject({ error: 'invalid_client' })
    expect(await connectMachine(server, built).start()).toHaveProperty('user_code')
    await server.sql('update device set distrusted_at = now() where sn = $1', built.sn)
    expect(await connectMachine(server, built).start()).toMatchObject({ error: 'invalid_client' })
  })

  test('gets a token that opens this machine only, for 12 hours at most, and no other one', async () => {
    const { machine, victim } = await newAttack()
    const tokens = await pair(server, machine, victim)
    expect(tokens).toMatchObject({ scope: SESSION, expires_in: 12 * 3_600 })
    expect(tokens.refresh_token).toBeUndefined()
    const { status, sub, machine: person, ...more } = await machine.userinfo(tokens.access_token)
    expect([status, more]).toEqual([200, {}])
    expect(sub).not.toBe(victim.uid)
    expect(person).toMatchObject({ role: 'operator' })
    const call = await fetch(`${server.url}/v1/machines`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(((await call.json()) as { code: number }).code).toBe(20101)
  })

  test('loses it when the person follows the mail', async () => {
    const { machine, victim } = await newAttack()
    const { access_token } = await pair(server, machine, victim)
    const mail = await server.waitForMail(victim.email, ({ text }) => text.includes('log in at the machine'))
    const link = /not-me[^\s#]*#([\w-]+)/.exec(mail.text)?.[1] ?? ''
    await server.call(reportNotMe, { link })
    expect((await machine.userinfo(access_token)).status).toBe(401)
    expect(await gainsOf(victim)).toEqual(NOTHING)
  })

  test('is limited in codes: 20 that one account or network tries', async () => {
    const someone = await newSomeone(server)
    const codes: number[] = []
    for (let i = 0; i < 21; i++) codes.push((await describeFor(someone, 'BBBB-BBBB', '5.5.5.5')).code)
    expect(codes.at(-2)).toBe(20201)
    expect(codes.at(-1)).toBe(20429)
  })
})
