import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { expect, test } from 'vitest'
import { createCall } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer({ processes: 1, env: { DRAIN_SECONDS: '600' } })

test('answers new requests after SIGTERM, asks clients to connect to another server, and is not ready', async () => {
  const [running] = server.processes
  if (!running) throw new Error('no process runs')
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  void running.stop()
  await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(404)
  const call = createCall([running.url])
  for (let i = 0; i < 10; i++) {
    const answer = await call(getBasicInfo, undefined, { token: 'A'.repeat(43) })
    expect([answer.code, answer.headers.get('connection')]).toEqual([20101, 'close'])
  }
  await running.kill()
})
