import { issueUnlockPassword } from '@kerf/contract/endpoints/welder'
import { expect, test } from 'vitest'
import { createCall } from '../support/api-call.ts'
import { loseAnswer } from '../support/database-proxy.ts'
import { useProxiedServer } from '../support/test-server.ts'
import { writeCourses } from '../training/helpers.ts'
import { createTrainedBrowser, LESSON_MS, newSerialNumber, requestPassword } from './helpers.ts'

const folder = writeCourses(LESSON_MS)
const server = await useProxiedServer({
  processes: 1,
  env: { COURSES_FOLDER: folder },
})

const issued = () =>
  server.sql(`select detail->>'counter' as counter from audit_event where event = 'unlock.issued'`)

test('returns the password to a repeated request at another process', async () => {
  const { token } = (await requestPassword(server, await createTrainedBrowser(server), newSerialNumber()))
    .data
  const unanswered = await loseAnswer(server.proxy, 'welder.issue', () =>
    server.call(issueUnlockPassword, { token }),
  )
  await server.processes[0]?.kill()
  expect(await unanswered.ended).not.toBe(0)
  expect(await issued()).toEqual([{ counter: '1' }])
  server.proxy.state = 'open'
  const call = createCall([(await server.spawn()).url])
  const answer = await call(issueUnlockPassword, { token })
  expect([answer.code, answer.data.password]).toEqual([0, expect.stringMatching(/^\d{8}$/)])
  expect(await issued()).toEqual([{ counter: '1' }])
})
