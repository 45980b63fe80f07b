/** Events of accounts are delivered at least once and in order, after errors, lost processes and the account's deletion. */

import { setGender, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteUser } from '../../src/operations/account/delete-user.ts'
import { listDeliveries, replayWebhook, testWebhook } from '../../src/operations/app/webhook-deliveries.ts'
import { listWebhooks, removeWebhook, setWebhook } from '../../src/operations/app/webhooks.ts'
import { EVENT_RETRY_DAYS } from '../../src/outbound/webhook/webhook-backoff.ts'
import type { Config } from '../../src/platform/config/config.ts'
import { sweepTables } from '../../src/platform/jobs/sweep.ts'
import { SWEPT_TABLES } from '../../src/process/jobs.ts'
import { insertLiveSession } from '../account-center/fixtures.ts'
import { MASTER_KEY, runAsOperator } from '../redemption/helpers.ts'
import { seedPerson } from '../support/accounts.ts'
import { RUNS_HEAVY } from '../support/corpora.ts'
import { useTestServer } from '../support/test-server.ts'
import { LOCAL, type ReceivedEvent, type Receiver, startReceiver } from './webhook-receiver.ts'

let app: Receiver
const server = await useTestServer({ sibling: true, env: { KERF_MASTER_KEY: MASTER_KEY } })
beforeEach(async () => {
  app = await startReceiver(server)
})
afterEach(async () => {
  await runAsOperator(server, db => removeWebhook(db, app.clientId, 'lin')).catch(() => undefined)
  await app.close()
})

async function knownPerson() {
  const { uid } = await seedPerson(server)
  const token = await insertLiveSession(server, uid)
  await server.sql(`update session set redeemed_by = '{}' where uid = $1`, uid)
  const session = await app.redeem(token)
  await forgetCreation(uid)
  return { uid, token, session }
}

/** These tests count the events that follow `account.created`. */
async function forgetCreation(uid: string): Promise<void> {
  await expect.poll(() => rows(uid), { interval: 20 }).toEqual([{ state: 'delivered', attempts: 1 }])
  await server.sql('delete from account_event where uid = $1', uid)
  app.received.splice(0, app.received.length, ...app.received.filter(({ data }) => data.uid !== uid))
}

const rename = (token: string, nickname: string, process = 0) =>
  server.call(setOtherInfo, { nickname }, { token, process })
// Servers of the release before insert events without it.
test('the column has the default of a release that passes no time', async () => {
  const [column] = await server.sql<{ retry: string }>(
    `select column_default as retry from information_schema.columns
      where table_name = 'account_event' and column_name = 'retry_until'`,
  )
  expect(column?.retry).toBe(`(now() + '${EVENT_RETRY_DAYS} days'::interval)`)
})

const until = (uid: string, events: readonly string[]) =>
  expect.poll(() => app.of(uid), { interval: 20 }).toEqual(events)
const rows = (uid: string) =>
  server.sql<{ state: string; attempts: number }>(
    'select state, attempts from account_event where uid = $1 order by id',
    uid,
  )
const list = async () =>
  (await runAsOperator(server, db => listWebhooks(db, 'lin'))).find(row => row.clientId === app.clientId)
/** Makes every attempt due at once. */
const skipBackoff = async () => {
  await server.sql('update account_event set next_try_at = now()')
  await server.sql('update webhook set next_try_at = now()')
  await server.sql(`select enqueue_once('tell_apps', 'tell_apps')`)
}
const replay = (what: Parameters<typeof replayWebhook>[1]['replay']) =>
  runAsOperator(server, db => replayWebhook(db, { clientId: app.clientId, replay: what, operator: 'lin' }))

test('keeps the order of an account while an event is refused, and delivers to other accounts meanwhile', async () => {
  const [ada, eve] = [await knownPerson(), await knownPerson()]
  const tries: ReceivedEvent[] = []
  app.setAnswer(event => {
    if (event.data.uid !== ada.uid || tries.length >= 2) return 200
    tries.push(event)
    return 400
  })
  await rename(ada.token, 'One')
  await expect.poll(() => tries.length, { interval: 20 }).toBe(1)
  await server.call(setGender, { gender: 'male' }, { token: ada.token })
  await rename(eve.token, 'One')
  await until(eve.uid, ['account.updated nickname'])
  expect(app.of(ada.uid)).toEqual([])
  // The first repetition comes after 5 s, by itself.
  await expect.poll(() => tries.length, { interval: 20 }).toBe(2)
  expect(tries[1]).toEqual(tries[0])
  await expect.poll(async () => (await rows(ada.uid))[0]?.attempts).toBe(2)
  await skipBackoff()
  await until(ada.uid, ['account.updated nickname', 'account.updated gender'])
  expect(app.received.find(({ data }) => data.uid === ada.uid)?.id).toBe(tries[0]?.id)
})

test('asks an unavailable app with one event at a time', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, knownPerson))
  let requests = 0
  app.setAnswer(() => {
    requests++
    return 503
  })
  for (const { token } of people) await rename(token, 'One')
  const storedAttempts = async () => {
    const events = (await Promise.all(people.map(({ uid }) => rows(uid)))).flat()
    return events.reduce((total, { attempts }) => total + attempts, 0)
  }
  /** The number of failures, once the result of every request is stored. */
  const settledFailures = async () => {
    await expect.poll(async () => requests - (await storedAttempts())).toBe(0)
    return (await list())?.failures ?? 0
  }
  await expect.poll(async () => (await list())?.failures).toBeGreaterThan(0)
  const [failures, before] = [await settledFailures(), requests]
  await skipBackoff()
  await expect.poll(async () => (await list())?.failures).toBeGreaterThan(failures)
  // Each try fails with one request, also if the backoff ends meanwhile.
  const later = await settledFailures()
  expect(requests - before).toBe(later - failures)
  expect((await list())?.behind).toBe(6)
  app.setAnswer(() => 200)
  await skipBackoff()
  for (const { uid } of people) {
    await expect
      .poll(
        async () => {
          if (app.of(uid).length === 0) await skipBackoff()
          return app.of(uid)
        },
        { interval: 200 },
      )
      .toEqual(['account.updated nickname'])
  }
  await expect.poll(list).toMatchObject({ failures: 0, behind: 0 })
})

test('gives an event up after seven days, lets the next one pass, and replays what failed', async () => {
  const { uid, token } = await knownPerson()
  app.setAnswer(({ data }) => (data.changed?.includes('nickname') ? 422 : 200))
  await rename(token, 'One')
  await expect.poll(async () => (await rows(uid))[0]?.attempts).toBe(1)
  await server.call(setGender, { gender: 'male' }, { token })
  await server.sql(
    `update account_event set retry_until = now() where uid = $1 and type = 'account.updated'`,
    uid,
  )
  await skipBackoff()
  await until(uid, ['account.updated gender'])
  // The app has the event before the result is stored.
  await expect
    .poll(() => rows(uid))
    .toEqual([
      { state: 'failed', attempts: 2 },
      { state: 'delivered', attempts: 1 },
    ])
  await expect.poll(list).toMatchObject({ behind: 0, failedEvents: 1 })
  app.setAnswer(() => 200)
  expect(await replay({ failedOnly: true })).toEqual({ clientId: app.clientId, events: 1 })
  await until(uid, ['account.updated gender', 'account.updated nickname'])
})

test('replays one delivery and a period, with the same ids', async () => {
  const { uid, token } = await knownPerson()
  await rename(token, 'One')
  await rename(token, 'Two')
  await until(uid, ['account.updated nickname', 'account.updated nickname'])
  const ids = app.received.map(({ id }) => id)
  await expect
    .poll(async () => (await rows(uid)).map(({ state }) => state))
    .toEqual(['delivered', 'delivered'])
  await replay({ deliveryId: ids[1] ?? '' })
  await expect.poll(() => app.received.map(({ id }) => id)).toEqual([...ids, ids[1]])
  await expect
    .poll(async () => (await rows(uid)).map(({ state }) => state))
    .toEqual(['delivered', 'delivered'])
  expect(await replay({ from: new Date(Date.now() - 60_000), until: new Date() })).toMatchObject({
    events: 2,
  })
  await expect.poll(() => app.received.map(({ id }) => id)).toEqual([...ids, ids[1], ...ids])
  const logged = await runAsOperator(server, db =>
    listDeliveries(db, { clientId: app.clientId, deliveryId: ids[1], failedOnly: false, limit: 9 }, 'lin'),
  )
  expect(logged.map(({ type, attempt, status }) => [type, attempt, status])).toEqual(
    Array(3).fill(['account.updated', 1, 204]),
  )
  await expect(replay({ deliveryId: 'evt_unknown' })).rejects.toThrow(/no delivery/)
})

test('still delivers the end of sessions and of the account when the account is erased, and nothing else', async () => {
  const { uid, token, session } = await knownPerson()
  app.setAnswer(() => 503)
  await rename(token, 'One')
  await server.call(logout, {}, { token })
  await runAsOperator(server, db =>
    deleteUser({ db, config: { masterKey: MASTER_KEY, dataDir: '' } as Config }, uid, 'lin'),
  )
  expect(await server.sql('select type, data from account_event where uid = $1 order by id', uid)).toEqual([
    { type: 'session.ended', data: { uid, session } },
    { type: 'account.deleted', data: { uid } },
  ])
  expect(await server.sql('select 1 from ticket_app where uid = $1', uid)).toEqual([])
  app.setAnswer(() => 200)
  await expect
    .poll(
      async () => {
        await skipBackoff()
        return app.of(uid)
      },
      { interval: 500 },
    )
    .toEqual([`session.ended ${session}`, 'account.deleted'])
  // A month later no row names the account.
  await server.sql(`update account_event set at = at - interval '30 days' where uid = $1`, uid)
  await runAsOperator(server, db => sweepTables(db, SWEPT_TABLES))
  expect(await rows(uid)).toEqual([])
})

test('sends nothing from before the webhook was set, and a test without an account', async () => {
  const { uid, token } = await knownPerson()
  app.setAnswer(() => 503)
  await rename(token, 'One')
  const [webhook] = await server.sql<{ url: string }>(
    'select url from webhook where client_id = $1',
    app.clientId,
  )
  await runAsOperator(server, db => removeWebhook(db, app.clientId, 'lin'))
  await rename(token, 'Unseen')
  const order = { clientId: app.clientId, url: webhook?.url ?? '', networks: LOCAL, operator: 'lin' }
  await runAsOperator(server, (db, keys) =>
    setWebhook(db, keys, { ...order, form: 'events', fromStart: false }),
  )
  app.setAnswer(() => 200)
  const tested = await runAsOperator(server, (db, keys) => testWebhook(db, keys, order))
  expect(tested).toMatchObject({ status: 200, cause: '' })
  await server.call(setGender, { gender: 'male' }, { token })
  await until(uid, ['account.updated gender'])
  expect(app.received[0]).toEqual({
    id: tested.deliveryId,
    type: 'webhook.test',
    timestamp: expect.any(String),
    data: {},
  })
})

test.runIf(RUNS_HEAVY)('loses no event when processes are killed right after their answers', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, knownPerson))
  const alive = await server.sql<{ worker_id: string }>('select worker_id from job_worker')
  const victim = await server.spawn()
  const url = victim.url
  const killed = Promise.withResolvers<void>()
  let answers = 0
  await Promise.all(
    people.map(async ({ token }) => {
      const response = await fetch(new URL(setOtherInfo.path, url), {
        method: setOtherInfo.method,
        headers: { utoken: token, 'content-type': 'application/json' },
        body: '{"nickname":"Kept"}',
      })
      expect(response.status).toBe(200)
      answers++
      if (answers === people.length) {
        await victim.kill()
        killed.resolve()
      }
    }),
  )
  await killed.promise
  // What the lost process had claimed returns by itself after 35 s and more; the test does not wait for it.
  await server.sql('update webhook set claimed_until = null')
  await server.sql(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
       from graphile_worker.jobs where locked_by <> all($1::text[]) having count(*) > 0`,
    alive.map(({ worker_id }) => worker_id),
  )
  // At least once: the lost process may have delivered an event without recording it.
  for (const { uid } of people)
    await expect.poll(() => [...new Set(app.of(uid))]).toEqual(['account.updated nickname'])
})
