/** A new account, a finished course and its certificate reach the apps that know the account, and no others. */

import type { KerfEvent } from '@kerf/client'
import { getCertificateStatus, issueCertificate } from '@kerf/contract/endpoints/certificate'
import { afterAll, expect, test } from 'vitest'
import { MASTER_KEY } from '../redemption/helpers.ts'
import { useTestServer } from '../support/test-server.ts'
import { newLearner, watchCourse, writeCourses } from '../training/helpers.ts'
import { startReceiver } from './webhook-receiver.ts'

const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER_KEY, COURSES_FOLDER: writeCourses() } })
const app = await startReceiver(server)
const other = await startReceiver(server, 'other')
afterAll(() => Promise.all([app.close(), other.close()]))

const typesFor = (uid: string, { received } = app) =>
  received.filter(({ data }) => data.uid === uid).map(({ type }) => type)

test('an account is new to an app once, with its first ticket', async () => {
  const learner = await newLearner(server)
  await app.redeem(learner.token)
  await app.redeem(learner.token)
  await expect.poll(() => typesFor(learner.uid)).toEqual(['account.created'])
  await other.redeem(learner.token)
  await expect.poll(() => typesFor(learner.uid, other)).toEqual(['account.created'])
  const rows = await server.sql(
    'select client_id, data from account_event where uid = $1 order by id',
    learner.uid,
  )
  expect(rows).toEqual(
    [app, other].map(({ clientId }) => ({ client_id: clientId, data: { uid: learner.uid } })),
  )
})

test('two first tickets at once are one event', async () => {
  const learner = await newLearner(server)
  await Promise.all(Array.from({ length: 8 }, () => app.redeem(learner.token)))
  await expect.poll(() => typesFor(learner.uid)).toEqual(['account.created'])
  const rows = await server.sql('select type from account_event where uid = $1', learner.uid)
  expect(rows).toEqual([{ type: 'account.created' }])
})

test('a finished course and its certificate, by the id of the course, without number and name', async () => {
  const learner = await newLearner(server)
  await app.redeem(learner.token)
  await watchCourse(server, learner)
  const { certId } = (await server.call(getCertificateStatus, undefined, learner)).data
  const { number } = (await server.call(issueCertificate, { certId }, learner)).data
  await server.call(issueCertificate, { certId }, learner)
  await expect
    .poll(() => typesFor(learner.uid))
    .toEqual(['account.created', 'training.finished', 'certificate.issued'])
  const sent = app.received.filter(({ data }) => data.uid === learner.uid).slice(1)
  expect(sent.map(({ data }) => data)).toEqual([1, 2].map(() => ({ uid: learner.uid, course: 'laser' })))
  expect(JSON.stringify(sent)).not.toContain(number)
  expect(typesFor(learner.uid, other)).toEqual([])
})

test('an app handles them by their type', () => {
  const courseOf = (event: KerfEvent): string | undefined => {
    switch (event.type) {
      case 'training.finished':
      case 'certificate.issued':
        return event.data.course
      case 'account.created':
        return event.data.uid
      default:
        return undefined
    }
  }
  const timestamp = '2026-03-01T09:30:00.123Z'
  expect(courseOf({ type: 'certificate.issued', timestamp, data: { uid: 'u', course: 'laser' } })).toBe(
    'laser',
  )
})
