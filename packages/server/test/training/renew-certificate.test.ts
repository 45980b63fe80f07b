/** A certificate is renewed when its holder has watched the whole course again. */
import { issueCertificate } from '@kerf/contract/endpoints/certificate'
import { listCourses } from '@kerf/contract/endpoints/training'
import { expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { type Learner, newLearner, watchCourse, watchLesson, writeCourses } from './helpers.ts'

const folder = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder } })
const laserOf = async (learner: Learner) =>
  (await server.call(listCourses, undefined, learner)).data.find(({ id }) => id === 'laser')
/** Everything happened two days earlier. */
const age = (learner: Learner) =>
  server.sql(
    `with lessons as (update lesson_done set finished_at = finished_at - interval '2 days', watched_at = watched_at - interval '2 days'
                       where uid = $1)
     update certificate set issued_at = issued_at - interval '2 days', renewed_at = renewed_at - interval '2 days' where uid = $1`,
    learner.uid,
  )
const renewedAgo = async (learner: Learner) => {
  const renewed = (await laserOf(learner))?.certificate?.renewed
  return renewed == null ? null : Math.round((Date.now() / 1_000 - renewed) / 86_400)
}

test('with the last lesson, however often, and not by some lessons', async () => {
  const learner = await newLearner(server)
  await watchCourse(server, learner)
  const certId = (await laserOf(learner))?.certId ?? ''
  const { number } = (await server.call(issueCertificate, { certId }, learner)).data
  await age(learner)
  await watchLesson(server, learner, 'light')
  expect(await renewedAgo(learner)).toBeNull()
  expect((await laserOf(learner))?.lessons.map(one => one.watchedAgain)).toEqual([true, false])
  await watchLesson(server, learner, 'light')
  expect(await renewedAgo(learner)).toBeNull()
  await watchLesson(server, learner, 'fire')
  expect(await renewedAgo(learner)).toBe(0)
  expect((await laserOf(learner))?.lessons.map(one => one.watchedAgain)).toEqual([false, false])
  expect((await laserOf(learner))?.certificate?.number).toBe(number)
  await age(learner)
  await watchLesson(server, learner, 'fire')
  expect(await renewedAgo(learner)).toBe(2)
  await watchLesson(server, learner, 'light')
  expect(await renewedAgo(learner)).toBe(0)
  const audit = await server.sql(
    `select 1 from audit_event where uid = $1 and event = 'training.renewed'`,
    learner.uid,
  )
  expect(audit).toHaveLength(2)
})

test('not before it is issued, and not once it is revoked', async () => {
  const learner = await newLearner(server)
  await watchCourse(server, learner)
  await watchCourse(server, learner)
  expect(await laserOf(learner)).toMatchObject({ certificate: null })
  const certId = (await laserOf(learner))?.certId ?? ''
  await server.call(issueCertificate, { certId }, learner)
  await age(learner)
  await server.sql('update certificate set revoked_at = now() where uid = $1', learner.uid)
  await watchCourse(server, learner)
  const [row] = await server.sql('select renewed_at from certificate where uid = $1', learner.uid)
  expect(row).toEqual({ renewed_at: null })
})
