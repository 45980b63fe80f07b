/** `authorization_details` of type `machine` (RFC 9396): a third party uses machines that the person chose, and no other (S-165). */
import type { InputOf } from '@kerf/contract/endpoint'
import { answerAuthorization, describeAuthorization, withdrawApp } from '@kerf/contract/endpoints/openid'
import type { MachineAction } from '@kerf/contract/machines/machine-details'
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  inviteToMachine,
  listMachinePeople,
  removeMachinePerson,
  renameMachine,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import * as client from 'openid-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readMachineRights } from '../../src/machines/machine/describe-machine.ts'
import { openDatabase, type Queryable } from '../../src/platform/db/database.ts'
import {
  buildMachine,
  claimByDisplay,
  newOwner,
  newSomeone,
  type Someone,
  useMachineServer,
} from '../machines/helpers.ts'
import { finishLogin, registerClient, startLogin, type TestApp, visit } from './openid-fixture.ts'

const server = await useMachineServer()
const first = await registerClient(server)
const shop = await registerClient(server, { party: 'third', name: 'Web shop' })
const slicer = await registerClient(server, { party: 'third', name: 'Slicer', sector: 'slicer.example' })

type Choice = NonNullable<InputOf<typeof answerAuthorization>['machines']>
interface Detail {
  readonly type: string
  readonly identifier: string
  readonly actions: MachineAction[]
  readonly name?: string
  readonly line?: string
  readonly may_run_now?: boolean
}

const details = (...all: object[]) => JSON.stringify(all.map(one => ({ type: 'machine', ...one })))
const ANY = details({ actions: ['view', 'run'] })
const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })
const cookieOf = ({ token, cookie }: Someone) => `utoken=${token}; ${cookie}`

/** Opens the request in the person's browser, up to the consent page. */
async function ask(
  app: TestApp,
  someone: Someone,
  wanted = ANY,
  scope = 'openid offline_access',
  resource?: string,
) {
  const pending = await startLogin(app, { scope, prompt: 'consent', resource, authorization_details: wanted })
  const { location, cookies } = await visit(pending.url, cookieOf(someone))
  const flow = location.pathname.split('/').at(-1) ?? ''
  const { data } = await server.call(describeAuthorization, { flow }, as(someone))
  const answer = async (machines?: Choice) => {
    const given = await server.call(
      answerAuthorization,
      { flow, answer: 'allow', ...(machines && { machines }) },
      as(someone),
    )
    return (await visit(given.data.location, [cookieOf(someone), ...cookies].join('; '))).location
  }
  return { pending, offered: data.machines ?? [], data, answer }
}

/** Lets the person choose these machines. Returns the token response of openid-client. */
async function choose(app: TestApp, someone: Someone, machines: Choice, wanted = ANY) {
  const { pending, answer } = await ask(app, someone, wanted)
  return finishLogin(app, pending, await answer(machines))
}

const introspect = async (app: TestApp, token: string | undefined) => {
  const answer = await client.tokenIntrospection(app.config, token ?? '')
  return { active: answer.active, details: (answer.authorization_details ?? []) as unknown as Detail[] }
}
const detailsOf = (tokens: { readonly authorization_details?: unknown }) =>
  tokens.authorization_details as Detail[]

/** A person with two machines. */
async function newOwnerOfTwo() {
  const { owner, machine, built } = await newOwner(server)
  const other = await claimByDisplay(server, owner, await buildMachine(server))
  await server.call(renameMachine, { name: 'Workbench' }, as(owner, { machine }))
  return { owner, machine, built, other: other.data.machine.id }
}

test('the token opens the chosen machine and no other, under an id of the sector', async () => {
  const { owner, machine, other, built } = await newOwnerOfTwo()
  const { offered } = await ask(shop, owner)
  expect(offered.map(({ id }) => id).toSorted()).toEqual([machine, other].toSorted())
  expect(offered.find(({ id }) => id === machine)).toMatchObject({
    name: 'Workbench',
    snEnd: built.sn.slice(-6),
  })
  const tokens = await choose(shop, owner, [{ id: machine, name: false }])
  const [granted, ...more] = detailsOf(tokens)
  expect(more).toEqual([])
  expect(granted).toEqual({
    type: 'machine',
    identifier: expect.stringMatching(/^[\w-]{43}$/),
    actions: ['view', 'run'],
    line: 'laser',
  })
  const seen = await introspect(shop, tokens.access_token)
  expect(seen).toEqual({ active: true, details: [{ ...granted, may_run_now: true }] })
  for (const secret of [machine, other, built.sn, 'Workbench'])
    expect(JSON.stringify([tokens, seen])).not.toContain(secret)
  expect((await introspect(shop, tokens.refresh_token)).details).toEqual(seen.details)
  const elsewhere = await choose(slicer, owner, [{ id: machine, name: true }])
  expect(detailsOf(elsewhere)).toMatchObject([{ name: 'Workbench' }])
  expect(detailsOf(elsewhere)[0]?.identifier).not.toBe(granted?.identifier)
  expect(await introspect(shop, elsewhere.access_token)).toEqual({ active: false, details: [] })
})

test.each<{ wanted: MachineAction[] }>([
  { wanted: ['view'] },
  { wanted: ['run'] },
  { wanted: ['view', 'run'] },
])('actions $wanted are given on the chosen machine only', async ({ wanted }) => {
  const { owner, machine, other } = await newOwnerOfTwo()
  const both = await choose(
    shop,
    owner,
    [machine, other].map(id => ({ id, name: false })),
    details({ actions: wanted }),
  )
  const [one, two] = detailsOf(both)
  expect([one?.actions, two?.actions]).toEqual([wanted, wanted])
  // By identifier: the rest is not even offered.
  const { offered } = await ask(shop, owner, details({ actions: wanted, identifier: one?.identifier }))
  expect(offered).toHaveLength(1)
  const chosen = offered[0]?.id ?? ''
  expect(offered[0]).toMatchObject({ actions: wanted, chosen: true })
  const narrow = await choose(
    shop,
    owner,
    [machine, other].map(id => ({ id, name: false })),
    details({ actions: wanted, identifier: one?.identifier }),
  )
  expect(detailsOf(narrow)).toEqual([one])
  expect([machine, other]).toContain(chosen)
  const { details: seen } = await introspect(shop, narrow.access_token)
  expect(
    seen.map(({ identifier, actions, line, may_run_now }) => [identifier, actions, line, may_run_now]),
  ).toEqual([
    [
      one?.identifier,
      wanted,
      wanted.includes('view') ? 'laser' : undefined,
      wanted.includes('run') ? true : undefined,
    ],
  ])
})

test('machines of others, unknown ids and no choice at all refuse the login', async () => {
  const { owner } = await newOwnerOfTwo()
  const stranger = await newOwner(server)
  for (const machines of [undefined, [], [{ id: stranger.machine, name: true }]]) {
    const { answer } = await ask(shop, owner)
    expect((await answer(machines)).searchParams.get('error')).toBe('access_denied')
  }
  const theirs = await choose(shop, stranger.owner, [{ id: stranger.machine, name: false }])
  const { offered } = await ask(
    shop,
    owner,
    details({ actions: ['run'], identifier: detailsOf(theirs)[0]?.identifier }),
  )
  expect(offered).toEqual([])
})

test('another choice ends the tokens of the earlier one; the same choice ends none', async () => {
  const { owner, machine, other } = await newOwnerOfTwo()
  const wide = await choose(
    shop,
    owner,
    [machine, other].map(id => ({ id, name: false })),
  )
  const again = await choose(
    shop,
    owner,
    [machine, other].map(id => ({ id, name: false })),
  )
  expect((await introspect(shop, wide.access_token)).details).toHaveLength(2)
  const narrow = await choose(shop, owner, [{ id: machine, name: false }])
  expect(detailsOf(narrow)).toHaveLength(1)
  for (const { access_token, refresh_token } of [wide, again]) {
    expect(await introspect(shop, access_token)).toEqual({ active: false, details: [] })
    await expect(client.refreshTokenGrant(shop.config, refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  }
  const fresh = await client.refreshTokenGrant(shop.config, narrow.refresh_token ?? '')
  expect(detailsOf(fresh)).toEqual(detailsOf(narrow))
  expect((await introspect(shop, fresh.access_token)).details).toHaveLength(1)
})

test('a code of an earlier choice gives no token', async () => {
  const { owner, machine, other } = await newOwnerOfTwo()
  const { pending, answer } = await ask(shop, owner)
  const back = await answer([machine, other].map(id => ({ id, name: false })))
  await choose(shop, owner, [{ id: machine, name: false }])
  await expect(finishLogin(shop, pending, back)).rejects.toMatchObject({ error: 'invalid_grant' })
})

describe('a registered API', () => {
  const scopes = ['jobs:write|Start and stop jobs|开始和停止加工|open']
  const registerApi = (resource: string, party: 'first' | 'third') =>
    registerClient(server, { party, type: 'api', redirectUris: [], api: { resource, scopes } })
  const tokenFor = async (resource: string) => {
    const { owner, machine } = await newOwner(server)
    const { pending, answer } = await ask(shop, owner, ANY, 'openid jobs:write', resource)
    const tokens = await finishLogin(shop, pending, await answer([{ id: machine, name: false }]))
    return { tokens, machine }
  }

  test('of the maker sees the machine itself, one of a third party an id of its own', async () => {
    const [maker, foreign] = ['https://maker.example/', 'https://foreign.example/']
    const makers = await registerApi(maker, 'first')
    const others = await registerApi(foreign, 'third')
    const atMaker = await tokenFor(maker)
    expect((await introspect(makers, atMaker.tokens.access_token)).details).toMatchObject([
      { identifier: atMaker.machine, actions: ['view', 'run'] },
    ])
    const atForeign = await tokenFor(foreign)
    const [seen] = (await introspect(others, atForeign.tokens.access_token)).details
    expect(seen?.identifier).toMatch(/^[\w-]{43}$/)
    expect(seen?.identifier).not.toBe(detailsOf(atForeign.tokens)[0]?.identifier)
    expect(await introspect(others, atMaker.tokens.access_token)).toEqual({ active: false, details: [] })
  })
})

test('a login without machines leaves the choice as it is', async () => {
  const { owner, machine } = await newOwnerOfTwo()
  const tokens = await choose(shop, owner, [{ id: machine, name: false }])
  const pending = await startLogin(shop, { scope: 'openid' })
  const { location } = await visit(pending.url, cookieOf(owner))
  const plain = await finishLogin(shop, pending, location)
  expect(plain.authorization_details).toBeUndefined()
  expect((await introspect(shop, plain.access_token)).details).toEqual([])
  expect((await introspect(shop, tokens.access_token)).active).toBe(true)
})

describe('the right ends', () => {
  test('with the role, within a second', async () => {
    const { owner, machine } = await newOwner(server)
    const guest = await newSomeone(server)
    const { data } = await server.call(inviteToMachine, { role: 'operator' }, as(owner, { machine }))
    await server.call(acceptMachineInvitation, { code: data.code }, as(guest))
    const tokens = await choose(shop, guest, [{ id: machine, name: false }])
    expect((await introspect(shop, tokens.access_token)).details).toMatchObject([{ may_run_now: true }])
    const { people } = (await server.call(listMachinePeople, undefined, as(owner, { machine }))).data
    const handle = people.find(({ role }) => role === 'operator')?.handle ?? ''
    await server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))
    // At the next call, so a second is never needed.
    expect(await introspect(shop, tokens.access_token)).toEqual({ active: false, details: [] })
    expect(await introspect(shop, tokens.refresh_token)).toEqual({ active: false, details: [] })
    await expect(client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('with a transfer, after which the machine has another id', async () => {
    const { owner, machine } = await newOwner(server)
    const buyer = await newSomeone(server)
    const sold = await choose(shop, owner, [{ id: machine, name: false }])
    const { data } = await server.call(startMachineTransfer, undefined, as(owner, { machine }))
    await server.call(acceptMachineTransfer, { code: data.code }, as(buyer))
    expect((await introspect(shop, sold.access_token)).active).toBe(false)
    const bought = await choose(shop, buyer, [{ id: machine, name: false }])
    expect(detailsOf(bought)[0]?.identifier).not.toBe(detailsOf(sold)[0]?.identifier)
  })

  test('with the consent', async () => {
    const { owner, machine } = await newOwner(server)
    const tokens = await choose(shop, owner, [{ id: machine, name: false }])
    await server.call(withdrawApp, { clientId: shop.clientId }, as(owner))
    expect((await introspect(shop, tokens.access_token)).active).toBe(false)
  })
})

test.each([
  ['another type', JSON.stringify([{ type: 'printer', actions: ['view'] }])],
  ['another action', details({ actions: ['view', 'share'] })],
  ['no action', details({ actions: [] })],
  ['no actions', details({})],
  ['a field that the type does not have', details({ actions: ['view'], sn: 'KLW' })],
  ['no JSON', '[{'],
])('refuses %s', async (_, wanted) => {
  const { url } = await startLogin(shop, { authorization_details: wanted })
  expect((await visit(url)).location.searchParams.get('error')).toBe('invalid_authorization_details')
})

test('the maker’s own apps have the scope instead, and no request goes without the person', async () => {
  const { url } = await startLogin(first, { authorization_details: ANY })
  expect((await visit(url)).location.searchParams.get('error')).toBe('invalid_authorization_details')
  const { owner, machine } = await newOwner(server)
  await choose(shop, owner, [{ id: machine, name: false }])
  const silent = await startLogin(shop, { authorization_details: ANY, prompt: 'none' })
  expect((await visit(silent.url, cookieOf(owner))).location.searchParams.get('error')).toBe(
    'consent_required',
  )
  expect(shop.config.serverMetadata().authorization_details_types_supported).toEqual(['machine'])
})

test('a pushed request asks as well; a token request cannot ask', async () => {
  const { owner, machine } = await newOwner(server)
  const pending = await startLogin(shop, { scope: 'openid', authorization_details: ANY })
  const url = await client.buildAuthorizationUrlWithPAR(shop.config, pending.url.searchParams)
  const { location, cookies } = await visit(url, cookieOf(owner))
  const flow = location.pathname.split('/').at(-1) ?? ''
  const machines = [{ id: machine, name: false }]
  const { data } = await server.call(answerAuthorization, { flow, answer: 'allow', machines }, as(owner))
  const back = (await visit(data.location, [cookieOf(owner), ...cookies].join('; '))).location
  const redeem = (more?: Record<string, string>) =>
    client.authorizationCodeGrant(
      shop.config,
      back,
      { pkceCodeVerifier: pending.verifier, expectedState: pending.state, expectedNonce: pending.nonce },
      more,
    )
  await expect(redeem({ authorization_details: ANY })).rejects.toMatchObject({
    error: 'invalid_authorization_details',
  })
  expect(detailsOf(await redeem())).toHaveLength(1)
})

test.skipIf(process.env.CITUS_URL !== undefined)(
  'the rights on many machines are read by a few statements, and are those of each machine alone',
  async () => {
    const { owner, machine, other } = await newOwnerOfTwo()
    const guest = await newSomeone(server)
    const third = await claimByDisplay(server, owner, await buildMachine(server))
    const machines = [machine, other, third.data.machine.id]
    await server.sql(`insert into line_demand (line, course, months) values ('laser', 'any', null)`)
    const db = await openDatabase({ url: server.databaseUrl, poolSize: 2, onError: () => {} })
    onTestFinished(async () => {
      await db.close()
      await server.sql('delete from line_demand')
    })
    const sent: string[] = []
    const counting: Queryable = {
      query(config) {
        sent.push(String(config.name))
        return db.query(config)
      },
    }
    const read = (isDistributed: boolean, uid: string) =>
      readMachineRights({ db: counting, isDistributed }, uid, machines)
    const together = await read(false, owner.uid)
    expect(together.map(({ id, role, mayRun }) => [id, role, mayRun])).toEqual(
      machines.toSorted().map(id => [id, 'owner', false]),
    )
    expect(sent).toEqual(['machine.roles_together', 'line_demand.find', 'line_demand.training'])
    const each = await read(true, owner.uid)
    expect(each.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(together)
    expect(await read(false, guest.uid)).toEqual([])
  },
)
