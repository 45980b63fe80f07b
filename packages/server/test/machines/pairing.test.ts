/** A person logs in at a machine with a network (RFC 8628), or becomes its owner so. */
import { describeDevice } from '@kerf/contract/endpoints/openid'
import { clearSessions, getSessionLog, logout, reportNotMe } from '@kerf/contract/endpoints/session'
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  inviteToMachine,
  listMachinePeople,
  listMachines,
  releaseMachine,
  removeMachinePerson,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/identity/index.ts'
import { listSessionCountries } from '../../src/identity/session/session-store.ts'
import { removeDemand, setDemand } from '../../src/machines/machine/training-store.ts'
import { registerClient } from '../openid/openid-fixture.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import {
  buildMachine,
  claimByDisplay,
  newOwner,
  newSessionOf,
  newSomeone,
  type Someone,
  useMachineServer,
} from './helpers.ts'
import { allow, CLAIM, connectMachine, outcomeOf, pair, SESSION } from './network-machine.ts'

const server = await useMachineServer()

const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })

const sessionsOf = async (someone: Someone) =>
  (await server.call(getSessionLog, {}, as(someone))).data.sessions.filter(
    ({ machineUntil }) => machineUntil !== null,
  )

const eventsOf = async ({ uid }: Someone) =>
  (
    await server.sql<{ line: string }>(
      `select event || ' ' || outcome as line from audit_event where uid = $1 and event like 'machine.%' order by id`,
      uid,
    )
  ).map(({ line }) => line)

async function newOperator(owner: Someone, machine: string): Promise<Someone & { handle: string }> {
  const guest = await newSomeone(server)
  const { data } = await server.call(inviteToMachine, { role: 'operator' }, as(owner, { machine }))
  await server.call(acceptMachineInvitation, { code: data.code }, as(guest))
  const { people } = (await server.call(listMachinePeople, undefined, as(guest, { machine }))).data
  return { ...guest, handle: people.find(({ self }) => self)?.handle ?? '' }
}

describe('login at a machine', () => {
  test('needs the four digits at the machine, and shows the name of the person', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const started = await machine.start()
    expect(started).toMatchObject({ expires_in: 300 })
    const { user_code, device_code } = started
    const { data } = await server.call(describeDevice, { code: String(user_code) }, as(owner))
    expect(data).toMatchObject({
      machine: { line: 'laser', snEnd: built.sn.slice(-6) },
      scopes: ['openid', 'machine_session'],
      place: 'United States',
    })
    expect(JSON.stringify(data.machine)).not.toContain(built.sn)
    const allowed = await allow(server, owner, user_code)
    expect(allowed.data.digits).toMatch(/^\d{4}$/)
    expect(await outcomeOf(server, owner, user_code)).toBe('waiting')
    expect(await machine.poll(device_code)).toMatchObject({
      error: 'authorization_pending',
      error_description: expect.stringMatching(/^digits: /),
    })
    const tokens = await machine.poll(device_code, allowed.data.digits ?? '')
    expect(tokens).toMatchObject({ status: 200, scope: SESSION, expires_in: 12 * 3600 })
    expect(tokens).not.toHaveProperty('refresh_token')
    expect(await outcomeOf(server, owner, user_code)).toBe('done')
    const { machine: person, sub, ...more } = await machine.userinfo(tokens.access_token)
    expect(person).toMatchObject({ name: expect.stringMatching(/./), role: 'owner', until: null })
    expect(sub).not.toBe(owner.uid)
    expect(more).toEqual({ status: 200 })
    expect(await eventsOf(owner)).toEqual(['machine.claim ok', 'machine.allow_pairing ok', 'machine.pair ok'])
  })

  test('ends for wrong digits three times, and the right ones come too late', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const { user_code, device_code } = await machine.start()
    const { digits } = (await allow(server, owner, user_code)).data
    const wrong = digits === '0000' ? '1111' : '0000'
    for (const left of [2, 1])
      expect(await machine.poll(device_code, wrong)).toMatchObject({
        error: 'authorization_pending',
        error_description: `wrong_digits: ${left} tries left`,
      })
    expect(await machine.poll(device_code, wrong)).toMatchObject({ error: 'access_denied' })
    expect(await machine.poll(device_code, digits ?? '')).toMatchObject({ error: 'invalid_grant' })
    expect(await outcomeOf(server, owner, user_code)).toBe('refused')
    expect(await eventsOf(owner)).toContain('machine.pair refused')
    expect(await sessionsOf(owner)).toEqual([])
  })

  test('gives tokens once, of many requests with the right digits at once', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const { user_code, device_code } = await machine.start()
    const { digits } = (await allow(server, owner, user_code)).data
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => machine.poll(device_code, digits ?? '')),
    )
    const [tokens, ...more] = replies.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect(await machine.userinfo(tokens?.access_token)).toMatchObject({ status: 200 })
    expect(await sessionsOf(owner)).toHaveLength(1)
    expect((await eventsOf(owner)).filter(event => event === 'machine.pair ok')).toHaveLength(1)
  })

  test('gives the tokens although another request comes between the decision and the tokens', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const { user_code, device_code } = await machine.start()
    const { digits } = (await allow(server, owner, user_code)).data
    // As after the decision of a request whose tokens are not issued yet.
    await server.sql(`update machine_pairing set outcome = 'done' where outcome is null`)
    expect(await machine.poll(device_code, digits ?? '')).toMatchObject({
      error: 'expired_token',
      error_description: 'used: start again',
    })
    await server.sql(`update machine_pairing set outcome = null where outcome = 'done'`)
    expect(await machine.poll(device_code, digits ?? '')).toMatchObject({ status: 200 })
  })

  test('is for people with a role and with the course that the line demands', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const stranger = await newSomeone(server)
    const { user_code } = await machine.start()
    expect(await allow(server, stranger, user_code)).toMatchObject({ code: 20701 })
    await runAsOperator(server, db => setDemand(db, { line: 'laser', course: 'laser-safety', months: null }))
    try {
      const refused = await allow(server, owner, user_code)
      expect(refused).toMatchObject({ code: 20710 })
    } finally {
      await runAsOperator(server, db => removeDemand(db, { line: 'laser' }))
    }
    expect((await allow(server, owner, user_code)).data.digits).toMatch(/^\d{4}$/)
  })

  test('is refused by the person for good', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const { user_code, device_code } = await machine.start()
    await allow(server, owner, user_code, { answer: 'deny' })
    expect(await machine.poll(device_code)).toMatchObject({ error: 'access_denied' })
  })
})

describe('the session at a machine', () => {
  test('stands in the list with its end, outlives a logout of the phone, and is ended there', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const { access_token } = await pair(server, machine, owner)
    const [row] = await sessionsOf(owner)
    const inHours = ((row?.machineUntil ?? 0) - Date.now() / 1_000) / 3_600
    expect(inHours).toBeGreaterThan(11.9)
    expect(inHours).toBeLessThanOrEqual(12)
    expect(row).toMatchObject({ application: expect.stringContaining(built.sn.slice(-6)), current: false })

    await server.call(logout, undefined, as(owner))
    expect(await machine.userinfo(access_token)).toMatchObject({ status: 200 })
    const phone = await newSessionOf(server, owner)
    await server.call(clearSessions, { session: row?.session ?? '' }, as(phone))
    expect(await machine.userinfo(access_token)).toMatchObject({ status: 401 })
    expect(await sessionsOf(phone)).toEqual([])
  })

  test('makes the place of the machine no known country of the person', async () => {
    const { owner, built } = await newOwner(server)
    expect(await pair(server, connectMachine(server, built), owner)).toMatchObject({ status: 200 })
    expect(await runAsOperator(server, db => listSessionCountries(db, { uid: owner.uid }))).toEqual([])
  })

  test('ends after 15 idle minutes, and use keeps it', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const { access_token } = await pair(server, machine, owner)
    const age = (minutes: number) =>
      server.sql(
        `update session set last_seen = now() - make_interval(mins => $2::int) where uid = $1 and ends_at is not null`,
        owner.uid,
        minutes,
      )
    await age(14)
    expect(await machine.userinfo(access_token)).toMatchObject({ status: 200 })
    const [used] = await server.sql<{ idle: number }>(
      `select date_part('epoch', now() - last_seen) as idle from session where uid = $1 and ends_at is not null`,
      owner.uid,
    )
    expect(used?.idle).toBeLessThan(60)
    await age(16)
    expect(await machine.userinfo(access_token)).toMatchObject({ status: 401 })
    expect(await sessionsOf(owner)).toEqual([])
  })

  test('ends with the next pairing', async () => {
    const { owner, built, machine: id } = await newOwner(server)
    const guest = await newOperator(owner, id)
    const machine = connectMachine(server, built)
    const first = await pair(server, machine, owner)
    const next = await pair(server, machine, guest)
    expect(await machine.userinfo(first.access_token)).toMatchObject({ status: 401 })
    expect(await machine.userinfo(next.access_token)).toMatchObject({ machine: { role: 'operator' } })
    expect(await sessionsOf(owner)).toEqual([])
  })

  test.each(['removal', 'release', 'transfer', 'deletion of the owner'] as const)(
    'ends at once at a %s',
    async how => {
      const { owner, built, machine: id } = await newOwner(server)
      const guest = await newOperator(owner, id)
      const machine = connectMachine(server, built)
      const { access_token } = await pair(server, machine, guest)
      expect(await machine.userinfo(access_token)).toMatchObject({ status: 200 })
      if (how === 'removal')
        await server.call(removeMachinePerson, undefined, as(owner, { machine: id, handle: guest.handle }))
      else if (how === 'deletion of the owner')
        await runAsOperator(server, db => db.transaction(tx => eraseAccount(tx, owner.uid)))
      else if (how === 'release') await server.call(releaseMachine, undefined, as(owner, { machine: id }))
      else {
        const { code } = (await server.call(startMachineTransfer, undefined, as(owner, { machine: id }))).data
        await server.call(acceptMachineTransfer, { code }, as(await newSomeone(server)))
      }
      expect(await machine.userinfo(access_token)).toMatchObject({ status: 401 })
      expect(await sessionsOf(guest)).toEqual([])
    },
  )

  test('ends with the link of the mail that follows it', async () => {
    const { owner, built } = await newOwner(server)
    const machine = connectMachine(server, built)
    const { access_token } = await pair(server, machine, owner)
    const mail = await server.waitForMail(owner.email, ({ text }) => text.includes('log in at the machine'))
    const link = /not-me[^\s#]*#([\w-]+)/.exec(mail.text)?.[1] ?? ''
    expect((await server.call(reportNotMe, { link })).code).toBe(0)
    expect(await machine.userinfo(access_token)).toMatchObject({ status: 401 })
  })
})

describe('a claim by pairing', () => {
  test('makes the first person the owner', async () => {
    const built = await buildMachine(server)
    const machine = connectMachine(server, built)
    const someone = await newSomeone(server)
    const tokens = await pair(server, machine, someone, CLAIM)
    expect(tokens).toMatchObject({ status: 200, scope: CLAIM, expires_in: 300 })
    const { machines } = (await server.call(listMachines, undefined, as(someone))).data
    expect(machines).toMatchObject([{ sn: built.sn, role: 'owner' }])
    expect(await eventsOf(someone)).toEqual([
      'machine.allow_pairing ok',
      'machine.claim ok',
      'machine.pair ok',
    ])
    // The digits of a claim code work as before, and its owner is the owner already.
    expect((await claimByDisplay(server, someone, built)).data.machine.role).toBe('owner')
  })

  test('of a machine with an owner asks the owner after a reset only, and tells neither who the other is', async () => {
    const { owner, built } = await newOwner(server)
    const someone = await newSomeone(server)
    expect(await pair(server, connectMachine(server, built), someone, CLAIM)).toMatchObject({
      error: 'access_denied',
      error_description: expect.stringMatching(/^refused: /),
    })
    const machine = connectMachine(server, built, { reset_number: 1 })
    const { device_code, user_code } = await machine.start(CLAIM)
    const { digits } = (await allow(server, someone, user_code)).data
    expect(await machine.poll(device_code, digits ?? '')).toMatchObject({
      error: 'access_denied',
      error_description: expect.stringMatching(/^requested: /),
    })
    expect(await outcomeOf(server, someone, user_code)).toBe('requested')
    const { requests } = (await server.call(listMachines, undefined, as(owner))).data
    expect(requests).toMatchObject([{ side: 'owner', state: 'open' }])
  })

  test('together with a login asks the owner for nothing, if the person has a role', async () => {
    const { owner, built, machine: id } = await newOwner(server)
    const guest = await newOperator(owner, id)
    const machine = connectMachine(server, built, { reset_number: 1 })
    expect(await pair(server, machine, guest, `${CLAIM} machine_session`)).toMatchObject({
      status: 200,
      scope: SESSION,
    })
    expect((await server.call(listMachines, undefined, as(owner))).data.requests).toEqual([])
  })

  test('with a reset number below the last one is refused: the state is old or copied', async () => {
    const built = await buildMachine(server)
    const owner = await newSomeone(server)
    const { machine: id } = (await claimByDisplay(server, owner, built, { resets: 3 })).data
    await server.call(releaseMachine, undefined, as(owner, { machine: id.id }))
    const someone = await newSomeone(server)
    const refused = await pair(server, connectMachine(server, built, { reset_number: 2 }), someone, CLAIM)
    expect(refused).toMatchObject({ error: 'access_denied' })
    const next = await pair(server, connectMachine(server, built, { reset_number: 3 }), someone, CLAIM)
    expect(next).toMatchObject({ status: 200 })
  })

  test('is limited as starts of a claim by code', async () => {
    const someone = await newSomeone(server)
    const codes = []
    for (let i = 0; i < 6; i++) {
      const machine = connectMachine(server, await buildMachine(server))
      codes.push((await allow(server, someone, (await machine.start(CLAIM)).user_code)).code)
    }
    expect(codes).toEqual([0, 0, 0, 0, 0, 20429])
  })
})

describe('the machine as a client', () => {
  test.each([
    ['another audience', { aud: 'https://passport.example' }],
    ['the token endpoint as the audience', { aud: 'TOKEN' }],
    ['several audiences', { aud: ['ISSUER', 'https://other.example'] }],
    ['a longer time than 300 seconds', { exp: 'LATER' }],
    ['no time of issue', { iat: undefined }],
    ['no id', { jti: undefined }],
    ['another machine as the subject', { sub: 'machine:KLW1200AB0123456789CDEF' }],
    ['a reset number that is none', { reset_number: 'many' }],
  ])('is refused with %s in the assertion', async (_, claims) => {
    const built = await buildMachine(server)
    const { origin } = new URL(server.url)
    const issuer = origin.replace('127.0.0.1', 'localhost')
    const later = String(Math.floor(Date.now() / 1_000) + 400)
    const text = JSON.stringify(claims)
      .replace('TOKEN', `${issuer}/oidc/token`)
      .replace('ISSUER', issuer)
      .replace('"LATER"', later)
    const given = { ...claims, ...JSON.parse(text) }
    const reply = await connectMachine(server, built).start(SESSION, given)
    expect(reply.error).toMatch(/^invalid_(?:client|request)$/)
  })

  test('proves itself once by one assertion', async () => {
    const machine = connectMachine(server, await buildMachine(server), { jti: 'always' })
    expect(await machine.start()).toHaveProperty('user_code')
    expect(await machine.start()).toMatchObject({ error: 'invalid_client' })
  })

  test('an unknown serial number is answered as a wrong key is; after 20 of them only wrong ones wait', async () => {
    const built = await buildMachine(server)
    const wrongKey = { ...built, clientKey: 'ab'.repeat(32) }
    const unknown = { sn: `ZZZ${built.sn.slice(3)}`, clientKey: built.clientKey }
    const answers = [
      await connectMachine(server, wrongKey, { ip: '9.9.9.1' }).start(),
      await connectMachine(server, unknown, { ip: '9.9.9.1' }).start(),
    ]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 401, error: 'invalid_client' })
    const wrong = connectMachine(server, wrongKey, { ip: '9.9.9.2' })
    const statuses = []
    for (let i = 0; i < 22; i++) statuses.push((await wrong.start()).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
    expect(statuses.at(-1)).toBe(429)
    expect(await connectMachine(server, built, { ip: '9.9.9.2' }).start()).toHaveProperty('user_code')
    const stored = await server.sql(`select key from rate_limit where key like '%${built.sn}%'`)
    expect(stored).toEqual([])
  })

  test.each(['email', 'offline_access', 'machines', 'profile'])('never gets the scope %s', async scope => {
    const reply = await connectMachine(server, await buildMachine(server)).start(`${SESSION} ${scope}`)
    if (reply.user_code === undefined) return expect(reply.error).toBe('invalid_scope')
    const owner = await newSomeone(server)
    const { data } = await server.call(describeDevice, { code: String(reply.user_code) }, as(owner))
    expect(data.scopes).not.toContain(scope)
  })

  test.each(['first', 'third'] as const)(
    'its scopes are refused to other clients: a %s party',
    async party => {
      const device = await registerClient(server, { type: 'device', redirectUris: [], party })
      await registerClient(server)
      for (const scope of [SESSION, CLAIM]) {
        const answer = await fetch(`${server.url}/oidc/device/authorize`, {
          method: 'POST',
          body: new URLSearchParams({ client_id: device.clientId, scope }),
        })
        expect(await answer.json()).toMatchObject({ error: 'invalid_scope' })
      }
    },
  )
})
