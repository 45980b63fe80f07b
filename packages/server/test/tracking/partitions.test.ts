import { expect, test } from 'vitest'
import { maintainTrackingDays } from '../../src/analytics/tracking/tracking-store.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { useTestServer } from '../support/test-server.ts'
import { newVisitor, readStoredEvents, sdkEvent, sendAsSdk } from './send-events.ts'

const server = await useTestServer()

const days = async (): Promise<string[]> =>
  (
    await server.sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
        where i.inhparent = 'tracking_event'::regclass order by 1`,
    )
  ).map(row => row.name)
const dayName = (distance: number): string =>
  `tracking_event_${new Date(Date.now() + distance * 24 * 3600_000).toISOString().slice(0, 10).replaceAll('-', '')}`

test('creates partitions ahead and drops expired ones, also in parallel', async () => {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 4, onError: () => undefined })
  try {
    for (const distance of [-40, -31, -30, -2])
      await server.sql(
        `create table ${dayName(distance)} partition of tracking_event
           for values from ((current_date + ${distance})::timestamp at time zone 'utc')
             to ((current_date + ${distance + 1})::timestamp at time zone 'utc')`,
      )
    const [one, two] = await Promise.all([
      maintainTrackingDays(db, { daysAhead: 9, retentionDays: 30 }),
      maintainTrackingDays(db, { daysAhead: 9, retentionDays: 30 }),
    ])
    expect((one?.[0]?.dropped ?? 0) + (two?.[0]?.dropped ?? 0)).toBe(2)
    const there = await days()
    expect(there).toEqual([-30, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(dayName))
    expect((await maintainTrackingDays(db, { daysAhead: 9, retentionDays: 30 }))[0]?.dropped).toBe(0)
    // The serving role cannot drop the table; today's partition is never dropped.
    await expect(db.query({ text: 'drop table tracking_event' })).rejects.toThrow(/must be owner/)
    await maintainTrackingDays(db, { daysAhead: 0, retentionDays: 1 })
    expect(await days()).toContain(dayName(0))
  } finally {
    await db.close()
  }
})

test('creates a missing partition when its first event arrives', async () => {
  await server.sql(`drop table ${dayName(0)}`)
  const visitor = newVisitor()
  await sendAsSdk(server, [sdkEvent(visitor, 'passwordLogin')])
  await expect.poll(() => readStoredEvents(server, visitor)).toHaveLength(1)
})

test('answers while the database cannot store events, and recovers by itself', async () => {
  await server.sql('alter table tracking_event rename to tracking_event_away')
  const visitor = newVisitor()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sendAsSdk(server, [sdkEvent(visitor, 'passwordLogin')])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  await server.sql('alter table tracking_event_away rename to tracking_event')
  await expect
    .poll(
      async () => {
        await sendAsSdk(server, [sdkEvent(visitor, 'captchaLogin')])
        return (await readStoredEvents(server, visitor)).some(row => row.event === 'captchaLogin')
      },
      { interval: 500 },
    )
    .toBe(true)
})
