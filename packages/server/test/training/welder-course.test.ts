/** The welder's course, watched while logged in, also counts for the account. Without a login it unlocks as before. */
import {
  getCertificateArtwork,
  getCertificateStatus,
  issueCertificate,
} from '@kerf/contract/endpoints/certificate'
import {
  finishWatchSession,
  listCourses,
  reportWatchPosition,
  startWatchSession,
} from '@kerf/contract/endpoints/training'
import { expect, test } from 'vitest'
import { cookieOf } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { type Learner, MINUTE_MS, newLearner, writeCourses } from './helpers.ts'

const folder = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder } })

type Caller = Partial<Pick<Learner, 'token'>>

async function watch(starts: Caller, finishes: Caller = starts) {
  const started = await server.call(startWatchSession, { course: 'welder', lesson: 'arc' }, starts)
  const cookie = cookieOf(started, 'kerfWatch')
  const { watch } = started.data
  expect(watch).toMatch(/^v_/)
  for (let position = 5_000; position <= MINUTE_MS; position += 5_000) {
    await server.sql(`update visitor_watch set beat_at = beat_at - interval '5 s'`)
    await server.call(reportWatchPosition, { watch, position }, { cookie })
  }
  const finish = (by: Caller) => server.call(finishWatchSession, { watch }, { ...by, cookie })
  expect((await finish(finishes)).data).toEqual({ lesson: 'arc', courseFinished: true })
  return finish
}
const courseOf = async (learner: Learner) =>
  (await server.call(listCourses, undefined, learner)).data.find(({ id }) => id === 'welder')

test('counts for the account that is logged in, and gives its certificate', async () => {
  const learner = await newLearner(server)
  expect(await courseOf(learner)).toMatchObject({
    certId: '',
    certificate: null,
    lessons: [{ finished: false }],
  })
  const finish = await watch(learner)
  const watched = await courseOf(learner)
  expect(watched).toMatchObject({ certificate: null, lessons: [{ finished: true, watchedAgain: false }] })
  // The specified answer keeps its fields.
  expect((await server.call(getCertificateStatus, undefined, learner)).data).toEqual({
    ...{ isFinish: false, isHave: false, printIsFinish: false, printIsHave: false },
    ...{ certId: '', printCertId: '' },
  })
  const issued = await server.call(issueCertificate, { certId: watched?.certId ?? '' }, learner)
  expect(issued.data.number).toMatch(/^KW-/)
  const artwork = await server.call(getCertificateArtwork, { course: 'welder' }, learner)
  expect(artwork.data.svg).toContain('<svg')
  await finish(learner)
  const rows = await server.sql(
    `select 1 from audit_event where uid = $1 and event like 'training.%'`,
    learner.uid,
  )
  expect(rows).toHaveLength(3)
})

test.each([
  ['nobody at the start', false, true],
  ['nobody at the end', true, false],
  ['somebody else at the end', true, 'other'],
] as const)('counts for no account: %s', async (_what, start, end) => {
  const [learner, other] = [await newLearner(server), await newLearner(server)]
  await watch(start ? learner : {}, end === 'other' ? other : end ? learner : {})
  for (const one of [learner, other])
    expect(await courseOf(one)).toMatchObject({ certId: '', lessons: [{ finished: false }] })
})

test('no row of a visitor names the account', async () => {
  const learner = await newLearner(server)
  await watch(learner)
  const rows = await server.sql<{ row: object }>('select to_jsonb(v) as row from visitor_watch v')
  expect(JSON.stringify(rows)).not.toContain(learner.uid)
})
