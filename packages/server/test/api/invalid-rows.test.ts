/** A stored row that breaks the schema of an answer hides no other row of its list. */

import { listAnnouncements } from '@kerf/contract/endpoints/announcement'
import { listBenefitEvents } from '@kerf/contract/endpoints/benefit'
import { listMessages } from '@kerf/contract/endpoints/message'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import { getSessionLog } from '@kerf/contract/endpoints/session'
import { expect, test } from 'vitest'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { send } from '../messages/helpers.ts'
import { createTestCodes, MASTER_KEY } from '../redemption/helpers.ts'
import { registerApp } from '../sign-on/register-app.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER_KEY } })
const app = await registerApp(server, 'https://app.example')
const uid = (await seedPerson(server)).uid
const token = await insertLiveSession(server, uid)

interface List {
  readonly name: string
  /** Creates three rows. */
  create(): Promise<unknown>
  /** Makes one of them invalid. */
  readonly invalidate: string
  /** Returns the length of the list. Throws if the call fails. */
  read(): Promise<number>
}

const lengthOf = ({ code, data }: { code: number; data: object }, name = 'items'): number => {
  if (code !== 0) throw new Error(`the list was refused: ${code}`)
  return (data as Record<string, readonly unknown[]>)[name]?.length ?? 0
}

const LISTS: readonly List[] = [
  {
    name: 'sessions',
    create: () => Promise.all([insertLiveSession(server, uid), insertLiveSession(server, uid)]),
    invalidate: `update session set first_login = 'infinity' where (uid, handle) =
                 (select uid, handle from session order by first_login desc limit 1)`,
    read: async () => lengthOf(await server.call(getSessionLog, {}, { token }), 'sessions'),
  },
  {
    name: 'logins',
    async create() {
      // Nothing else of a login can break the schema.
      await server.sql('alter table sign_in_record alter column application drop not null')
      await server.sql(
        `insert into sign_in_record (uid, method, session) select $1, 'password', 's' || n from generate_series(1, 3) n`,
        uid,
      )
    },
    invalidate: `update sign_in_record set application = null where session = 's2'`,
    read: async () => {
      const { code, data } = await server.call(getSessionLog, {}, { token })
      return lengthOf({ code, data: data.log })
    },
  },
  {
    name: 'linked accounts',
    create: () =>
      server.sql(
        `insert into social_link (uid, channel, name) select $1, channel, 'ada' from unnest(array['github', 'google', 'apple']) channel`,
        uid,
      ),
    invalidate: `update social_link set bound_at = 'infinity' where channel = 'google'`,
    read: async () => lengthOf(await server.call(getFullInfo, {}, { token }), 'social'),
  },
  {
    name: 'redemptions',
    async create() {
      const { benefit } = await createTestCodes(server)
      await server.sql(
        `insert into redemption (uid, benefit_id, code, at) select $1, $2, '\\x00', now() from generate_series(1, 3)`,
        uid,
        benefit,
      )
    },
    invalidate: `update redemption set at = '-infinity' where id = (select id from redemption order by id offset 1 limit 1)`,
    read: async () => lengthOf(await server.call(getRedemptions, {}, { token })),
  },
  {
    name: 'benefit events',
    async create() {
      const { benefit } = await createTestCodes(server)
      await server.sql(
        `insert into benefit_event (uid, benefit_id, at, position)
         select $1, $2, now(), nextval('benefit_event_position') from generate_series(1, 3)`,
        uid,
        benefit,
      )
    },
    invalidate: `update benefit_event set at = 'infinity' where id = (select id from benefit_event order by id offset 1 limit 1)`,
    read: async () => lengthOf(await server.call(listBenefitEvents, {}, { headers: app })),
  },
  {
    name: 'messages of the account',
    create: () =>
      Promise.all([1, 2, 3].map(n => send(server, { audience: `uid:${uid}`, title: { en: `Own ${n}` } }))),
    invalidate: `update account_message set texts = '{"en": {"title": 5}}' where texts->'en'->>'title' = 'Own 2'`,
    read: async () => lengthOf(await server.call(listMessages, { category: 'app' }, { token })),
  },
  {
    name: 'broadcasts',
    create: () =>
      Promise.all([1, 2, 3].map(n => send(server, { category: 'system', title: { en: `All ${n}` } }))),
    invalidate: `update broadcast set texts = '{"en": {"title": null}}' where texts->'en'->>'title' = 'All 2'`,
    read: async () => lengthOf(await server.call(listMessages, { category: 'system' }, { token })),
  },
  {
    name: 'announcements',
    create: () =>
      server.sql(
        `insert into announcement (texts, starts_at, sender)
         select jsonb_build_object('en', jsonb_build_object('title', 'News ' || n, 'body', '')), now(), 'lin' from generate_series(1, 3) n`,
      ),
    invalidate: `update announcement set texts = '{"en": "News"}' where texts->'en'->>'title' = 'News 2'`,
    read: async () => lengthOf(await server.call(listAnnouncements, {})),
  },
]

test.each(LISTS)('of $name', async ({ create, invalidate, read }) => {
  await create()
  expect(await read()).toBe(3)
  const rows = await server.sql(`${invalidate} returning 1`)
  expect(rows).toHaveLength(1)
  expect(await read()).toBe(2)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/^kerf_events_total\{event="row_left_out",outcome="invalid"\} [1-9]/m)
})
