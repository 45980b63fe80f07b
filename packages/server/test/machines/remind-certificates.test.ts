/** Certificates that end for a product line are announced 30 and 7 days before. */
import { listMessages } from '@kerf/contract/endpoints/message'
import { expect, test } from 'vitest'
import { remindCertificatesTask } from '../../src/machines/wing.ts'
import { requireTraining } from '../../src/operations/machine/require-training.ts'
import { createDatabaseClock } from '../../src/platform/db/database-clock.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'

/** A year: six months before a day and after it again can be three days earlier, at the end of a month. */
const MONTHS = 12

const server = await useMachineServer()
await runAsOperator(server, db =>
  requireTraining(db, { line: 'laser', course: 'laser', months: MONTHS, operator: 'lin' }),
)

const run = () =>
  runAsOperator(server, async (db, keys) => {
    const mail = { keys, clock: createDatabaseClock(db), placeOf: () => '' }
    await remindCertificatesTask(db, mail, { info: () => {} } as never)({}, {} as never)
  })
/** A certificate that ends for the line in so many days, or is renewed so. */
const certify = ({ uid }: Someone, days: number, column: 'issued_at' | 'renewed_at' = 'issued_at') =>
  server
    .sql(
      `insert into certificate (uid, course, cert_id, finished_at, issued_at, number, bearer)
     values ($1, 'laser', $2, now(), now() - interval '3 years', $2, 'Ada')
     on conflict (uid, course) do nothing`,
      uid,
      crypto.randomUUID(),
    )
    .then(() =>
      server.sql(
        `update certificate set ${column} = now() + make_interval(days => $2) - make_interval(months => $3) + interval '1 hour' where uid = $1`,
        uid,
        days,
        MONTHS,
      ),
    )
const titles = async ({ token }: Someone, lang = 'en') =>
  (await server.call(listMessages, {}, { token, lang })).data.items
    .map(({ title }) => title)
    .filter(title => /certificate|证书/.test(title))

test('30 and 7 days before, once each, in both languages, also by two runs at once', async () => {
  const { owner } = await newOwner(server)
  await certify(owner, 31)
  await run()
  expect(await titles(owner)).toEqual([])
  await certify(owner, 29)
  await Promise.all([run(), run()])
  await run()
  expect(await titles(owner)).toEqual([
    expect.stringMatching(/^Your certificate “Laser safety” expires on \d{4}-\d\d-\d\d$/),
  ])
  expect(await titles(owner, 'zh')).toEqual([
    expect.stringMatching(/^您的“.+”证书将于 \d{4}-\d\d-\d\d 到期$/),
  ])
  await server.sql(
    `update certificate set reminded_at = now() - interval '23 days' where uid = $1`,
    owner.uid,
  )
  await certify(owner, 6)
  await run()
  await run()
  expect(await titles(owner)).toHaveLength(2)
  expect((await server.call(listMessages, {}, owner)).data.items[0]?.body).toContain('laser …')
})

test('one only after an outage of the job, and none once it has ended, is renewed or revoked', async () => {
  const [late, ended, renewed, revoked] = await Promise.all([1, 2, 3, 4].map(() => newOwner(server)))
  if (!late || !ended || !renewed || !revoked) throw new Error('four owners')
  await certify(late.owner, 5)
  await certify(ended.owner, -1)
  await certify(renewed.owner, 5)
  await certify(renewed.owner, 100, 'renewed_at')
  await certify(revoked.owner, 5)
  await server.sql('update certificate set revoked_at = now() where uid = $1', revoked.owner.uid)
  await run()
  await run()
  expect(await titles(late.owner)).toHaveLength(1)
  for (const { owner } of [ended, renewed, revoked]) expect(await titles(owner)).toEqual([])
})

test('nobody without a role on such a machine, and nobody whose account is not active', async () => {
  const stranger = await newSomeone(server)
  const { owner: restricted } = await newOwner(server)
  await certify(stranger, 5)
  await certify(restricted, 5)
  await server.sql(`update account set status = 'restricted' where uid = $1`, restricted.uid)
  await run()
  expect(await titles(stranger)).toEqual([])
  const rows = await server.sql<{ uid: string }>(
    'select uid from certificate where uid = any($1::uuid[]) and reminded_at is not null',
    [stranger.uid, restricted.uid],
  )
  expect(rows).toEqual([{ uid: stranger.uid }])
})
