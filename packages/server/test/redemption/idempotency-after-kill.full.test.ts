/** The first answer outlives the process that committed it (S-089). */
import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import { expect, test } from 'vitest'
import { createCall } from '../support/api-call.ts'
import { loseAnswer } from '../support/database-proxy.ts'
import { useProxiedServer } from '../support/test-server.ts'
import { createTestCode, MASTER_KEY, newRedeemer, redeemCode } from './helpers.ts'

const server = await useProxiedServer({ processes: 1, env: { KERF_MASTER_KEY: MASTER_KEY } })

test('a call that is repeated after the process was killed before it answered gets the committed answer', async () => {
  const person = await newRedeemer(server)
  const code = await createTestCode(server)
  const options = { key: crypto.randomUUID() }
  const [running] = server.processes
  if (!running) throw new Error('no process runs')
  const unanswered = await loseAnswer(server.proxy, 'redemption.consume', () =>
    redeemCode(server, person, code, options),
  )
  await running.kill()
  expect(await unanswered.ended).not.toBe(0)
  const [granted] = await server.sql<{ at: number }>(
    'select floor(extract(epoch from at))::float8 as at from redemption where uid = $1',
    person.uid,
  )

  server.proxy.state = 'open'
  const next = await server.spawn()
  const call = createCall([next.url])
  const answer = await redeemCode({ ...server, call }, person, code, options)
  expect([answer.code, answer.data.effectTime]).toEqual([0, granted?.at])
  const { items } = (await call(getRedemptions, {}, { token: person.token })).data
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject(answer.data)
})
