/**
 * How fast a removed guest is refused, on two servers: by calls, by introspection of a third party's token, and by the stream of an open page
 * (S-163, S-165). Prints the 99th percentile of each.
 */
import { answerAuthorization } from '@kerf/contract/endpoints/openid'
import {
  acceptMachineInvitation,
  inviteToMachine,
  listMachinePeople,
  removeMachinePerson,
} from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { openStream } from '../messages/helpers.ts'
import { finishLogin, issuerOf, registerClient, startLogin, visit } from '../openid/openid-fixture.ts'
import { newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'
import { as } from './workshop-helpers.ts'

const GUESTS = 50
/** Guests that join at once. They are removed one after the other: the time is that of an answer, not of a queue. */
const AT_ONCE = 5
const LIMIT_MS = 1_000
const MACHINE_UNKNOWN = 20701
const WAYS = ['call', 'introspection', 'stream'] as const

const server = await useMachineServer({ processes: 2 })
const app = await registerClient(server, { party: 'third', name: 'Web shop' })
const { owner, machine } = await newOwner(server)

interface Guest extends Someone {
  readonly handle: string
  /** of a third party that may run the machine */
  readonly accessToken: string
}

async function newGuest(): Promise<Guest> {
  const guest = await newSomeone(server)
  const { data } = await server.call(inviteToMachine, { role: 'operator' }, as(owner, { machine }))
  await server.call(acceptMachineInvitation, { code: data.code }, as(guest))
  const { people } = (await server.call(listMachinePeople, undefined, as(guest, { machine }))).data
  const details = JSON.stringify([{ type: 'machine', actions: ['run'] }])
  const parameters = { scope: 'openid', prompt: 'consent', authorization_details: details }
  const pending = await startLogin(app, parameters)
  const cookie = `utoken=${guest.token}; ${guest.cookie}`
  const { location, cookies } = await visit(pending.url, cookie)
  const flow = location.pathname.split('/').at(-1) ?? ''
  const choice = { flow, answer: 'allow', machines: [{ id: machine, name: false }] } as const
  const given = await server.call(answerAuthorization, choice, as(guest))
  const back = await visit(given.data.location, [cookie, ...cookies].join('; '))
  const { access_token: accessToken } = await finishLogin(app, pending, back.location)
  return { ...guest, handle: people.find(({ self }) => self)?.handle ?? '', accessToken }
}

/** Whether this server lets the guest do it. */
const isOpen = {
  async call(guest: Guest, process: number): Promise<boolean> {
    const { code } = await server.call(listMachinePeople, undefined, as(guest, { machine }, process))
    expect([0, MACHINE_UNKNOWN]).toContain(code)
    return code === 0
  },
  async introspection({ accessToken }: Guest, process: number): Promise<boolean> {
    const answer = await fetch(`${issuerOf({ url: server.urls[process] ?? '' })}/oidc/introspect`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}` },
      body: new URLSearchParams({ token: accessToken }),
    })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { active: boolean }).active
  },
}

const until = async (isOver: () => boolean | Promise<boolean>, since: number): Promise<number> => {
  while (!(await isOver())) {
    if (performance.now() - since > 10 * LIMIT_MS) return Number.POSITIVE_INFINITY
    await new Promise(done => setTimeout(done, 10))
  }
  return performance.now() - since
}

const times: Record<(typeof WAYS)[number], number[][]> = {
  call: [[], []],
  introspection: [[], []],
  stream: [[], []],
}

async function measure(guest: Guest, by: number): Promise<void> {
  const streams = await Promise.all([0, 1].map(process => openStream(server, guest.token, { process })))
  await Promise.all(streams.map(({ lines }) => until(() => lines.length > 0, performance.now())))
  for (const process of [0, 1])
    expect([await isOpen.call(guest, process), await isOpen.introspection(guest, process)]).toEqual([
      true,
      true,
    ])
  const before = streams.map(({ lines }) => lines.length)
  const params = { machine, handle: guest.handle }
  expect((await server.call(removeMachinePerson, undefined, as(owner, params, by))).code).toBe(0)
  const removedAt = performance.now()
  await Promise.all(
    [0, 1].flatMap(process => [
      ...(['call', 'introspection'] as const).map(async way =>
        times[way][process]?.push(await until(async () => !(await isOpen[way](guest, process)), removedAt)),
      ),
      // The page of the guest learns of it.
      until(() => (streams[process]?.lines.length ?? 0) > (before[process] ?? 0), removedAt).then(time =>
        times.stream[process]?.push(time),
      ),
    ]),
  )
  for (const stream of streams) stream.close()
}

const p99 = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY

test('refuses a removed guest within a second in each way on both servers', async () => {
  for (let done = 0; done < GUESTS; done += AT_ONCE) {
    await server.sql('delete from rate_limit')
    const guests = await Promise.all(Array.from({ length: AT_ONCE }, newGuest))
    for (const [at, guest] of guests.entries()) await measure(guest, (done + at) % 2)
  }
  const measured = WAYS.flatMap(way =>
    [0, 1].map(at => ({
      way,
      server: at + 1,
      count: times[way][at]?.length,
      p99: p99(times[way][at] ?? []),
    })),
  )
  process.stdout.write(
    `a removed guest is refused, p99 of ${GUESTS} removals:\n${measured
      .map(({ way, server: at, p99: ms }) => `  ${way.padEnd(14)} server ${at}: ${ms.toFixed(0)} ms\n`)
      .join('')}`,
  )
  for (const one of measured) {
    expect(one).toMatchObject({ count: GUESTS })
    expect({ ...one, isInTime: one.p99 <= LIMIT_MS }).toMatchObject({ isInTime: true })
  }
})
