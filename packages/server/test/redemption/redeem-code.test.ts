import { getRedemptions, redeem } from '@kerf/contract/endpoints/redemption'
import { formatRedemptionCode } from '@kerf/contract/redemption-code'
import { expect, test } from 'vitest'
import { revokeBatch, revokeCodes } from '../../src/operations/redemption/list-and-revoke-codes.ts'
import { signInToken } from '../account-center/fixtures.ts'
import { seedBusiness } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import {
  createTestCode,
  createTestCodes,
  MASTER_KEY,
  newRedeemer,
  type Redeemer,
  redeemCode,
  runAsOperator,
} from './helpers.ts'

const DAY = 24 * 3600

const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER_KEY } })

const listOf = async ({ token }: Redeemer, query = {}, lang = 'en') =>
  (await server.call(getRedemptions, query, { token, lang })).data
const now = () => Date.now() / 1000

test('lists the other redemptions when the code of one cannot be decrypted', async () => {
  const person = await newRedeemer(server)
  for (const code of [await createTestCode(server), await createTestCode(server)])
    expect((await redeemCode(server, person, code)).code).toBe(0)
  await server.sql(
    `update redemption set code = '\\x00' where id = (select max(id) from redemption where uid = $1)`,
    person.uid,
  )
  const { items } = await listOf(person)
  expect(items.map(({ code }) => code.length)).toEqual([0, 16])
})

test('grants the benefit for its days and lists it in the history', async () => {
  const person = await newRedeemer(server)
  const code = await createTestCode(server, { days: 30 })
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  const { code: answer, data } = await redeemCode(server, person, code)
  expect(answer).toBe(0)
  expect(data.benefit).toBe('A year of birch')
  expect(Math.abs(data.effectTime - now())).toBeLessThan(60)
  expect(data.expireTime - data.effectTime).toBe(30 * DAY)
  expect(await listOf(person)).toEqual({ items: [{ ...data, status: 'succeeded', code }], next: null })
  expect((await listOf(person, {}, 'zh')).items[0]?.benefit).toBe('一年桦木')
  const [audit] = await server.sql(
    `select outcome, detail from audit_event where event = 'redemption.redeem' and uid = $1`,
    person.uid,
  )
  expect(audit).toMatchObject({ outcome: 'ok', detail: { benefit: expect.stringMatching(/^ben_/) } })
})

test('grants a benefit without days forever', async () => {
  const person = await newRedeemer(server)
  const { data } = await redeemCode(server, person, await createTestCode(server, { days: 0 }))
  expect(data.expireTime).toBe(0)
  expect((await listOf(person)).items[0]).toMatchObject({ expireTime: 0, status: 'succeeded' })
})

test('lists an expired benefit as expired', async () => {
  const person = await newRedeemer(server)
  await redeemCode(server, person, await createTestCode(server, { days: 1 }))
  await server.sql(
    `update redemption set at = at - interval '2 days', expires_at = expires_at - interval '2 days' where uid = $1`,
    person.uid,
  )
  expect((await listOf(person)).items[0]?.status).toBe('expired')
})

test.each([
  ['in groups with dashes', formatRedemptionCode],
  ['with spaces around and between', (code: string) => `  ${code.replace(/(.{4})/g, '$1 ')}`],
  ['in small letters', (code: string) => code.toLowerCase()],
  [
    'full-width',
    (code: string) => code.replace(/[!-~]/g, c => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  ],
  [
    'with long dashes, dots and invisible characters',
    (code: string) => code.replace(/(.{4})/g, '\u200b$1—.'),
  ],
  ['with O for 0 and I for 1', (code: string) => code.replace(/0/g, 'o').replace(/1/g, 'I')],
])('accepts a code typed %s', async (_how, spell) => {
  const person = await newRedeemer(server)
  expect((await redeemCode(server, person, spell(await createTestCode(server)))).code).toBe(0)
})

test('rejects a used code in the same way for its redeemer and for others, and does not reveal who used it', async () => {
  const [owner, other] = [await newRedeemer(server), await newRedeemer(server)]
  const code = await createTestCode(server)
  expect((await redeemCode(server, owner, code)).code).toBe(0)
  const again = await redeemCode(server, owner, code)
  const others = await redeemCode(server, other, code)
  expect([again.code, others.code]).toEqual([20303, 20303])
  expect(again.data).toEqual(others.data)
  expect(others.text).not.toContain(owner.uid)
  expect((await listOf(other)).items).toEqual([])
})

test('rejects a code after its last day, and accepts one before', async () => {
  const person = await newRedeemer(server)
  const day = (offset: number) => new Date(Date.now() + offset * DAY * 1000).toISOString().slice(0, 10)
  expect(
    (await redeemCode(server, person, await createTestCode(server, { expires: '2020-02-29' }))).code,
  ).toBe(20302)
  expect((await redeemCode(server, person, await createTestCode(server, { expires: day(-1) }))).code).toBe(
    20302,
  )
  expect((await redeemCode(server, person, await createTestCode(server, { expires: day(1) }))).code).toBe(0)
})

test('rejects a revoked code and a code of a revoked batch, and keeps what was redeemed before', async () => {
  const person = await newRedeemer(server)
  const { batch, codes } = await createTestCodes(server, { count: 4 })
  const [used = '', single = '', rest = ''] = codes
  expect((await redeemCode(server, person, used)).code).toBe(0)
  expect(
    await runAsOperator(server, (db, keys) =>
      revokeCodes(db, keys, [formatRedemptionCode(single), used], 'lin'),
    ),
  ).toEqual({
    revoked: 1,
  })
  expect((await redeemCode(server, person, single)).code).toBe(20302)
  expect(await runAsOperator(server, db => revokeBatch(db, batch, 'lin'))).toEqual({ revoked: 3 })
  expect((await redeemCode(server, person, rest)).code).toBe(20302)
  expect((await listOf(person)).items).toHaveLength(1)
})

test.each([
  'short',
  'ABCDEFGH1234567',
  'ABCDEFGH123456789',
  'ABCDEFGH1234567!',
  'ÄBCDEFGH12345678',
  '١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦',
])('rejects the malformed code %j', async code => {
  const answer = await redeemCode(server, await newRedeemer(server), code)
  expect([answer.code, answer.fields]).toEqual([20301, { code: 'redemption_code_format' }])
})

test('rejects an unknown code; the audit row contains the reason, but not the code', async () => {
  const person = await newRedeemer(server)
  const answer = await redeemCode(server, person, 'ZZZZ-ZZZZ-ZZZZ-ZZZZ')
  expect([answer.code, answer.fields]).toEqual([20301, undefined])
  const audits = await server.sql('select detail from audit_event where uid = $1', person.uid)
  expect(audits).toEqual([{ detail: { reason: 'unknown' } }])
})

test.each([
  ['nothing', undefined, 'required'],
  ['an empty code', '', 'redemption_code_required'],
  ['spaces', '  \t ', 'redemption_code_required'],
  ['a number', 1234567812345678, 'redemption_code_required'],
  ['a list', ['ABCDEFGH12345678'], 'redemption_code_required'],
  ['far too much', 'A'.repeat(201), 'redemption_code_format'],
])('rejects %s without counting it as a wrong code', async (_what, code, fieldError) => {
  const person = await newRedeemer(server)
  const answer = await redeemCode(server, person, code)
  expect([answer.code, answer.fields]).toEqual([20001, { code: fieldError }])
  const wrong = await server.sql(`select 1 from rate_limit where key = $1`, `redeem.wrong.hour:${person.uid}`)
  expect(wrong).toEqual([])
})

test('rejects a restricted account and does not use up the code', async () => {
  const code = await createTestCode(server)
  const answer = await redeemCode(server, await newRedeemer(server, { status: 'restricted' }), code)
  expect(answer.code).toBe(20103)
  expect((await redeemCode(server, await newRedeemer(server), code)).code).toBe(0)
})

test('rejects an enterprise account', async () => {
  const token = await signInToken(server, await seedBusiness(server))
  expect((await redeemCode(server, { token }, await createTestCode(server))).code).toBe(20102)
})

test('rejects a uid that is not that of the session', async () => {
  const [mine, other] = [await newRedeemer(server), await newRedeemer(server)]
  const code = await createTestCode(server)
  const { token } = mine
  const wrong = await server.call(redeem, { code, uid: other.uid }, { token })
  expect([wrong.code, wrong.fields]).toEqual([20102, { uid: 'invalid' }])
  expect((await server.call(redeem, { code, uid: mine.uid }, { token })).code).toBe(0)
  expect((await listOf(other)).items).toEqual([])
})

test('lists the history page by page, newest first', async () => {
  const person = await newRedeemer(server)
  const { codes } = await createTestCodes(server, { count: 7 })
  for (const code of codes) expect((await redeemCode(server, person, code)).code).toBe(0)
  const seen: string[] = []
  let query: Record<string, string> = { limit: '3' }
  for (let page = 0; page < 3; page++) {
    const { items, next } = await listOf(person, query)
    seen.push(...items.map(({ code }) => code))
    expect(next === null).toBe(page === 2)
    query = { limit: '3', cursor: next ?? '' }
  }
  expect(seen).toEqual(codes.toReversed())
})

test('stores no code in plain text, used or not', async () => {
  const person = await newRedeemer(server)
  const { codes } = await createTestCodes(server, { count: 2 })
  await redeemCode(server, person, codes[0])
  for (const table of ['redemption_code', 'redemption', 'audit_event', 'idempotent_call', 'code_batch']) {
    const rows = await server.sql<{ row: string }>(`select t::text as row from ${table} t`)
    const text = rows.map(({ row }) => row).join('\n')
    for (const code of codes) {
      expect(text).not.toContain(code)
      expect(text).not.toContain(Buffer.from(code).toString('hex'))
    }
  }
})
