import {
  issueUnlockPassword,
  listUnlockedMachines,
  listUnlockKeys,
  removeUnlockedMachine,
} from '@kerf/contract/endpoints/welder'
import { decodeJwt, importJWK, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { unlockPasswordAt } from '../../src/entitlements/welder/unlock-password.ts'
import {
  importMachines,
  provisionMachine,
  rotateLineKey,
  verifyUnlockPassword,
} from '../../src/operations/machine/machines.ts'
import { signInToken } from '../account-center/fixtures.ts'
import { MASTER_KEY, runAsOperator } from '../redemption/helpers.ts'
import { seedPerson } from '../support/accounts.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'
import { writeCourses } from '../training/helpers.ts'
import {
  createTrainedBrowser,
  LESSON_MS,
  newSerialNumber,
  nextPassword,
  requestPassword,
  startWatching,
} from './helpers.ts'

const folder = writeCourses(LESSON_MS)
const server = await useTestServer({
  processes: 2,
  env: { KERF_MASTER_KEY: MASTER_KEY, COURSES_FOLDER: folder },
})

const verify = (sn: string, password: string, lightSource: '1200W' | '800W' = '1200W') =>
  runAsOperator(server, (db, keys) =>
    verifyUnlockPassword(db, keys, { sn, lightSource, password, operator: 'lin' }),
  )
const personToken = async () => signInToken(server, await seedPerson(server))
const keysOf = async (sn: string) =>
  (await runAsOperator(server, (db, keys) => provisionMachine(db, keys, { sn, operator: 'lin' }))).keys
const digits = (hex: string, counter: number) => unlockPasswordAt(Buffer.from(hex, 'hex'), counter)

test('issues passwords that operator and machine keys confirm, each request with the next counter', async () => {
  const [browser, sn] = [await createTrainedBrowser(server), newSerialNumber()]
  const keys = await keysOf(sn)
  for (const counter of [1, 2, 3]) {
    const password = await nextPassword(server, browser, sn)
    expect(password).toMatch(/^\d{8}$/)
    expect(password).toBe(digits(keys['1200W'], counter))
    expect(await verify(sn, password)).toEqual({ valid: true, counter })
  }
  // The other light source has its own counter and key.
  await server.sql(`delete from rate_limit where key like 'unlock.device:%'`)
  const other = await nextPassword(server, browser, sn, '800W')
  expect(other).toBe(digits(keys['800W'], 1))
  expect(await verify(sn, other, '800W')).toEqual({ valid: true, counter: 1 })
  expect(await verify(sn, other)).toEqual({ valid: false, counter: null })
  expect(await verify(sn, ` ${other.slice(0, 4)}-${other.slice(4)} `, '800W')).toMatchObject({ valid: true })
})

test('a signed-in person sees the machines of own requests, and removes them from the list', async () => {
  const [sn, other] = [newSerialNumber(), newSerialNumber()]
  const tokens = [await personToken(), await personToken()] as const
  const [token, stranger] = tokens
  const browser = await createTrainedBrowser(server)
  const list = async (of: string) =>
    (await server.call(listUnlockedMachines, undefined, { token: of })).data.machines
  await requestPassword(server, browser, sn, { token })
  await requestPassword(server, browser, sn, { token, lightSource: '800W' })
  const fresh = await createTrainedBrowser(server)
  await requestPassword(server, fresh, sn, { token: stranger })
  await requestPassword(server, fresh, newSerialNumber())
  expect((await requestPassword(server, browser, 'KLW', { token })).code).toBe(20501)
  const [entry, ...more] = await list(token)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ snEnd: sn.slice(-6), lightSource: '800W' })
  const [strangers] = await list(stranger)
  expect(strangers?.lightSource).toBe('1200W')

  // Neither another account's entries nor what connects two accounts with one machine.
  await server.call(removeUnlockedMachine, { machine: entry?.machine ?? '' }, { token: stranger })
  expect(await list(token)).toHaveLength(1)
  const hashes = await server.sql(
    `select distinct machine_hash from account_machine where sn_end = $1`,
    sn.slice(-6),
  )
  expect(hashes).toHaveLength(2)

  await server.call(removeUnlockedMachine, { machine: entry?.machine ?? '' }, { token })
  expect(await list(token)).toEqual([])
  await requestPassword(server, await createTrainedBrowser(server), other, { token })
  expect(await list(token)).toMatchObject([{ snEnd: other.slice(-6) }])
})

test('rejects a visitor who has not watched the course', async () => {
  const sn = newSerialNumber()
  const { watch: _, ...midway } = await startWatching(server)
  for (const browser of [{}, { cookie: `kerfWatch=${'A'.repeat(43)}` }, midway]) {
    expect((await requestPassword(server, browser, sn)).code).toBe(20502)
  }
  const browser = await createTrainedBrowser(server)
  await server.sql(`update visitor_watch set expires_at = now() - interval '1 second'`)
  expect((await requestPassword(server, browser, sn)).code).toBe(20502)
})

test.each([
  ['22 signs', 'KLW0000000000000000001', 20501, 'length'],
  ['24 signs', 'KLW000000000000000000001', 20501, 'length'],
  ['a sign that is none', 'KLW0000000000000000000-', 20501, 'invalid'],
  ['digits of another script', 'KLW٠000000000000000000٠', 20501, 'invalid'],
  ['a space inside', 'KLW0000000 000000000000', 20501, 'invalid'],
  ['nothing', '', 20001, 'required'],
  ['spaces', '   ', 20001, 'required'],
  ['no text', 7, 20001, 'required'],
  ['far too much', '0'.repeat(201), 20001, 'invalid'],
])('rejects a serial number of %s', async (_what, sn, code, fieldError) => {
  const answer = await requestPassword(server, await createTrainedBrowser(server), sn)
  expect([answer.code, answer.fields]).toEqual([code, { sn: fieldError }])
})

test('accepts a serial number in lower case with surrounding spaces', async () => {
  const [browser, sn] = [await createTrainedBrowser(server), newSerialNumber()]
  expect(await nextPassword(server, browser, ` ${sn.toLowerCase()} `)).toBe(
    digits((await keysOf(sn))['1200W'], 1),
  )
})

test.each(['1000W', '', undefined, 1200])('rejects the light source %j', async lightSource => {
  const answer = await requestPassword(server, await createTrainedBrowser(server), newSerialNumber(), {
    lightSource: lightSource ?? null,
  })
  expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual([20001, ['lightSource']])
})

test('gives a repeated request the same password, also in parallel at two processes', async () => {
  const [browser, sn] = [await createTrainedBrowser(server), newSerialNumber()]
  const { data } = await requestPassword(server, browser, sn)
  const { token } = data
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => server.call(issueUnlockPassword, { token }, { process: i % 2 })),
  )
  expect(new Set(answers.map(({ code, data }) => `${code} ${data.password}`)).size).toBe(1)
  expect(answers[0]?.data.password).toBe(digits((await keysOf(sn))['1200W'], 1))
  const issued = await server.sql(
    `select detail from audit_event where event = 'unlock.issued' and detail->>'sn' =
       (select detail->>'sn' from audit_event where event = 'unlock.requested' order by id desc limit 1)`,
  )
  expect(issued).toHaveLength(1)
  expect(issued[0]).toMatchObject({
    detail: {
      lightSource: '1200W',
      counter: 1,
      line: 'welder',
      version: 1,
      course: '1',
      text: expect.any(String),
    },
  })
})

test('gives parallel requests of one machine consecutive counters', async () => {
  const [browser, sn] = [await createTrainedBrowser(server), newSerialNumber()]
  const tokens: string[] = []
  for (let i = 0; i < 8; i++) {
    tokens.push((await requestPassword(server, browser, sn)).data.token)
    // As if each were the first of its day: the fourth would need a proof of work.
    await server.sql(`delete from rate_limit where key like 'unlock.device:%'`)
  }
  const answers = await Promise.all(
    tokens.map((token, i) => server.call(issueUnlockPassword, { token }, { process: i % 2 })),
  )
  const key = (await keysOf(sn))['1200W']
  const expected = Array.from({ length: 8 }, (_, i) => digits(key, i + 1))
  expect(answers.map(({ data }) => data.password).sort()).toEqual(expected.sort())
})

test('signs requests with the published key and rejects all other tokens', async () => {
  const [browser, sn] = [await createTrainedBrowser(server), newSerialNumber()]
  const { token, activation } = (await requestPassword(server, browser, sn)).data
  expect(activation).toBe('')
  const { keys } = (await server.call(listUnlockKeys, undefined, { process: 1 })).data
  const [jwk] = keys
  if (!jwk) throw new Error('no key is published')
  expect(jwk).not.toHaveProperty('d')
  const key = await importJWK(jwk, 'EdDSA')
  const { payload } = await jwtVerify(token, key, {
    issuer: 'kerf-passport',
    audience: 'kerf-activation',
  })
  expect(payload).toMatchObject({ sn, lightSource: '1200W', course: '1' })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)

  const [head, body, signature] = token.split('.') as [string, string, string]
  const changed = Buffer.from(JSON.stringify({ ...payload, sn: newSerialNumber() })).toString('base64url')
  const hmac = await new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(jwk.x, 'base64url'))
  const forged = [
    `${head}.${changed}.${signature}`,
    `${head}.${body}.${'A'.repeat(86)}`,
    new UnsecuredJWT(payload).encode().concat('A'),
    hmac,
    'a.b.c',
  ]
  for (const bad of forged) expect((await server.call(issueUnlockPassword, { token: bad })).code).toBe(20206)
  for (const bad of ['', 'x', 7, undefined, `${head}.${body}.`]) {
    expect((await server.call(issueUnlockPassword, { token: bad })).code).toBe(20001)
  }
  expect((await server.call(issueUnlockPassword, { token })).code).toBe(0)
})

test('signs requests for the configured activation API, which the built-in one rejects', async () => {
  const ACTIVATION_URL = 'https://activation.example/unlock'
  const other = await startTestServer({ env: { COURSES_FOLDER: folder, ACTIVATION_URL } })
  try {
    const { data } = await requestPassword(other, await createTrainedBrowser(other), newSerialNumber())
    expect(data.activation).toBe(ACTIVATION_URL)
    expect(decodeJwt(data.token).aud).toBe(ACTIVATION_URL)
    expect((await other.call(issueUnlockPassword, { token: data.token })).code).toBe(20206)
  } finally {
    await other.close()
  }
})

test('logs neither passwords nor serial numbers, and stores serial numbers as hashes only', async () => {
  const [browser, sn] = [await createTrainedBrowser(server), newSerialNumber()]
  const password = await nextPassword(server, browser, sn)
  const audits = JSON.stringify(await server.sql('select * from audit_event'))
  const kept = JSON.stringify([
    ...(await server.sql('select * from unlock_issue')),
    ...(await server.sql('select * from unlock_counter')),
  ])
  for (const text of [audits, kept, ...server.processes.map(one => one.output())]) {
    expect(text).not.toContain(sn)
    expect(text).not.toContain(password)
  }
})

test('keeps the key of a machine when the key of its line is rotated', async () => {
  const line = 'cutter'
  const [old, young] = [newSerialNumber(), newSerialNumber()]
  const importOne = (sn: string, keyVersion?: number) =>
    runAsOperator(server, (db, keys) =>
      importMachines(db, keys, { lines: [sn], line, keyVersion, operator: 'lin' }),
    )
  try {
    expect(await importOne(old)).toEqual({ imported: 1, known: 0, line, keyVersion: 1 })
    const before = (await keysOf(old))['1200W']
    const browser = await createTrainedBrowser(server)
    expect(await nextPassword(server, browser, old)).toBe(digits(before, 1))
    await runAsOperator(server, (db, keys) =>
      rotateLineKey(db, keys, { line, fromSn: undefined, operator: 'lin' }),
    )
    expect(await importOne(young)).toMatchObject({ keyVersion: 2 })
    expect(await importOne(old)).toMatchObject({ imported: 0, known: 1 })
    expect(await nextPassword(server, browser, old)).toBe(digits(before, 2))
    const after = (await keysOf(young))['1200W']
    expect(after).not.toBe(before)
    expect(await nextPassword(server, await createTrainedBrowser(server), young)).toBe(digits(after, 1))
    // Once serial numbers are imported, unknown ones get the same answer as impossible ones.
    const unknown = await requestPassword(server, await createTrainedBrowser(server), newSerialNumber())
    expect([unknown.code, unknown.fields]).toEqual([20501, { sn: 'invalid' }])
  } finally {
    await server.sql('delete from device')
  }
})

test('uses a new key from a serial number on when none are imported', async () => {
  const rotate = (fromSn?: string) =>
    runAsOperator(server, (db, keys) => rotateLineKey(db, keys, { line: 'welder', fromSn, operator: 'lin' }))
  await expect(rotate()).rejects.toThrow('first SN')
  const old = `R${newSerialNumber().slice(1)}`
  const before = await keysOf(old)
  expect(await rotate('S0000000000000000000000')).toMatchObject({ line: 'welder', keyVersion: 2 })
  await expect(rotate('R0000000000000000000000')).rejects.toThrow('above')
  expect(await keysOf(old)).toEqual(before)
  const browser = await createTrainedBrowser(server)
  expect(await nextPassword(server, browser, old)).toBe(digits(before['1200W'], 1))
  const young = `S${newSerialNumber().slice(1)}`
  const password = await nextPassword(server, await createTrainedBrowser(server), young)
  expect(await verify(young, password)).toEqual({ valid: true, counter: 1 })
})

test('stores line keys encrypted, different in every installation', async () => {
  const rows = await server.sql<{ name: string; wrapped: Buffer }>(
    `select name, wrapped from wrapped_key where name like 'unlock:%' order by name`,
  )
  expect(rows.map(({ name }) => name)).toContain('unlock:welder:1')
  for (const { wrapped } of rows) expect(wrapped.length).toBe(12 + 32 + 16)
  expect(new Set(rows.map(({ wrapped }) => wrapped.toString('hex'))).size).toBe(rows.length)
})
