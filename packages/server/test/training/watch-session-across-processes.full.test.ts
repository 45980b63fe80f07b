import { getCertificateStatus, issueCertificate } from '@kerf/contract/endpoints/certificate'
import { finishWatchSession, reportWatchPosition, startWatchSession } from '@kerf/contract/endpoints/training'
import { expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { advanceWatchTime, MINUTE_MS, newLearner, writeCourses } from './helpers.ts'

const folder = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder }, sibling: true })

const both = [0, 1] as const

test('credits time once, and gives a lesson and a certificate once, whichever process is called', async () => {
  const learner = await newLearner(server)
  const { token } = learner
  const input = { course: 'printer', lesson: 'heat' } as const
  const { watch } = (await server.call(startWatchSession, input, { token, process: 0 })).data
  for (let position = 5_000; position <= MINUTE_MS; position += 5_000) {
    await advanceWatchTime(server, learner, 5_000)
    const reports = both.map(process =>
      server.call(reportWatchPosition, { watch, position }, { token, process }),
    )
    for (const { data } of await Promise.all(reports)) expect(data.position).toBeLessThanOrEqual(position)
  }
  const finished = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      server.call(finishWatchSession, { watch }, { token, process: i % 2 }),
    ),
  )
  expect(new Set(finished.map(({ text }) => text.replace(/,"requestId".*/, ''))).size).toBe(1)
  expect(finished[0]?.data).toEqual({ lesson: 'heat', courseFinished: true })
  const { printCertId: certId } = (await server.call(getCertificateStatus, undefined, { token, process: 1 }))
    .data
  const issued = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      server.call(issueCertificate, { certId }, { token, process: i % 2 }),
    ),
  )
  expect(new Set(issued.map(({ data }) => data.number)).size).toBe(1)
  const audit = await server.sql<{ event: string }>(
    'select event from audit_event where uid = $1 order by id',
    learner.uid,
  )
  expect(audit.map(({ event }) => event)).toEqual([
    'training.lesson',
    'training.finished',
    'training.certificate',
  ])
})

test('ends a session on all processes when another one starts', async () => {
  const learner = await newLearner(server)
  const { token } = learner
  const input = { course: 'laser', lesson: 'light' } as const
  const first = (await server.call(startWatchSession, input, { token, process: 0 })).data.watch
  const second = (await server.call(startWatchSession, input, { token, process: 1 })).data.watch
  expect(
    (await server.call(reportWatchPosition, { watch: first, position: 0 }, { token, process: 0 })).code,
  ).toBe(20206)
  expect(
    (await server.call(reportWatchPosition, { watch: second, position: 0 }, { token, process: 0 })).code,
  ).toBe(0)
})
