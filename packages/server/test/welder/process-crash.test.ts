/** A process that is lost between commit and answer: every password has its audit row, every request one password (S-105). */
import { rmSync } from 'node:fs'
import { issueUnlockPassword } from '@kerf/contract/endpoints/welder'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCall } from '../support/api-call.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/tcp-proxy.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { writeCourses } from '../training/helpers.ts'
import { createTrainedBrowser, LESSON_MS, newSerialNumber, requestPassword } from './helpers.ts'

const ELSEWHERE = 'https://activation.example/unlock'

let wire: DatabaseProxy
let server: TestServer
let folder: string
beforeAll(async () => {
  folder = writeCourses(LESSON_MS)
  server = await startTestServer({
    processes: 1,
    env: { COURSES_FOLDER: folder },
    databaseProxy: async url => {
      wire = await startDatabaseProxy(new URL(url))
      const watched = new URL(url)
      watched.port = String(wire.port)
      return watched.href
    },
  })
})
afterAll(async () => {
  await server.close()
  await wire.close()
  rmSync(folder, { recursive: true })
})

const issued = () =>
  server.sql(`select detail->>'counter' as counter from audit_event where event = 'unlock.issued'`)

test('gives a repeated request its password at the next process', async () => {
  const { token } = (await requestPassword(server, await createTrainedBrowser(server), newSerialNumber()))
    .data
  const caught = Promise.withResolvers<void>()
  wire.breakAfterCommit = { statement: 'welder.issue', caught: caught.resolve }
  const unheard = server.call(issueUnlockPassword, { token }).then(
    () => 'answered',
    () => 'cut off',
  )
  await caught.promise
  await server.processes[0]?.kill()
  expect(await unheard).toBe('cut off')
  expect(await issued()).toEqual([{ counter: '1' }])
  wire.state = 'whole'
  const call = createCall([(await server.spawn()).url])
  const answer = await call(issueUnlockPassword, { token })
  expect([answer.code, answer.data.password]).toEqual([0, expect.stringMatching(/^\d{8}$/)])
  expect(await issued()).toEqual([{ counter: '1' }])
})

test('signs requests for the configured activation API, which the built-in one rejects', async () => {
  const other = await server.spawn({ ACTIVATION_URL: ELSEWHERE })
  const elsewhere = { ...server, call: createCall([other.url]) }
  const { data } = await requestPassword(elsewhere, await createTrainedBrowser(elsewhere), newSerialNumber())
  expect(data.activation).toBe(ELSEWHERE)
  expect(decodeJwt(data.token).aud).toBe(ELSEWHERE)
  expect((await elsewhere.call(issueUnlockPassword, { token: data.token })).code).toBe(20206)
})
