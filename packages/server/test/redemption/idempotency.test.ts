/** A call that is repeated with the same Idempotency-Key gets the first answer (S-089). */
import { expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { createTestCode, createTestCodes, MASTER_KEY, newRedeemer, redeemCode } from './helpers.ts'

const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER_KEY } })

const key = () => crypto.randomUUID()

test('returns the same answer for the same key and any spelling of the code', async () => {
  const person = await newRedeemer(server)
  const code = await createTestCode(server)
  const options = { key: key() }
  const first = await redeemCode(server, person, code, options)
  expect(first.code).toBe(0)
  const again = await redeemCode(server, person, ` ${code.toLowerCase()} `, options)
  expect([again.code, again.data]).toEqual([0, first.data])
  expect((await redeemCode(server, person, code, { key: key() })).code).toBe(20303)
  expect((await redeemCode(server, person, code)).code).toBe(20303)
})

test('gives parallel calls with one key the same answer and one grant', async () => {
  const person = await newRedeemer(server)
  const code = await createTestCode(server)
  const options = { key: key() }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => redeemCode(server, person, code, options)),
  )
  expect(new Set(answers.map(answer => JSON.stringify([answer.code, answer.data]))).size).toBe(1)
  expect(answers[0]?.code).toBe(0)
  expect(await server.sql('select 1 from redemption where uid = $1', person.uid)).toHaveLength(1)
})

test('rejects a key that was used for another code, and accepts it from another account', async () => {
  const [person, other] = [await newRedeemer(server), await newRedeemer(server)]
  const { codes } = await createTestCodes(server, { count: 2 })
  const options = { key: key() }
  expect((await redeemCode(server, person, codes[0], options)).code).toBe(0)
  const misused = await redeemCode(server, person, codes[1], options)
  expect([misused.code, misused.fields]).toEqual([20001, { 'Idempotency-Key': 'invalid' }])
  expect((await redeemCode(server, other, codes[0], options)).code).toBe(20303)
  expect((await redeemCode(server, other, codes[1], options)).code).toBe(0)
})

test('does not store a refusal: the same key may succeed later', async () => {
  const person = await newRedeemer(server, { status: 'restricted' })
  const code = await createTestCode(server)
  const options = { key: key() }
  expect((await redeemCode(server, person, code, options)).code).toBe(20103)
  await server.sql(`update account set status = 'active' where uid = $1`, person.uid)
  expect((await redeemCode(server, person, code, options)).code).toBe(0)
})

test('deletes a key after a day', async () => {
  const person = await newRedeemer(server)
  const { codes } = await createTestCodes(server, { count: 2 })
  const options = { key: key() }
  expect((await redeemCode(server, person, codes[0], options)).code).toBe(0)
  await server.sql(`update idempotent_call set at = at - interval '25 hours' where uid = $1`, person.uid)
  expect((await redeemCode(server, person, codes[0], options)).code).toBe(20303)
  expect((await redeemCode(server, person, codes[1], options)).code).toBe(0)
})

test.each(['', 'with space', 'ü', 'x'.repeat(129)])('rejects the key %j', async bad => {
  const answer = await redeemCode(server, await newRedeemer(server), 'ZZZZZZZZZZZZZZZZ', { key: bad }).catch(
    () => undefined,
  )
  // Some of these keys cannot be sent by an HTTP client.
  if (answer) expect([answer.code, answer.fields]).toEqual([20001, { 'Idempotency-Key': 'invalid' }])
})
