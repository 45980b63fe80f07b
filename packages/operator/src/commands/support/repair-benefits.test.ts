/** Benefits, redemptions, trainings and certificates of one account, repaired by operators. */
import { getCertificateStatus, issueCertificate } from '@kerf/contract/endpoints/certificate'
import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MASTER_KEY, newRedeemer, redeemCode } from '../../../../server/test/redemption/helpers.ts'
import { newLearner, watchCourse, writeCourses } from '../../../../server/test/training/helpers.ts'
import { type Receiver, startReceiver } from '../../../../server/test/webhooks/webhook-receiver.ts'
import { audited, run, runApproved, runJson, server, useServer } from '../../server-fixture.ts'

useServer({ more: { KERF_MASTER_KEY: MASTER_KEY, COURSES_FOLDER: writeCourses() } })

const WHY = ['--case', 'C-7', '--reason', 'invoice shown']
let app: Receiver
beforeAll(async () => {
  app = await startReceiver(server)
})
afterAll(() => app.close())

const listOf = async (token: string) =>
  (await server.call(getRedemptions, undefined, { token })).data.items.map(
    ({ benefit, status, code }: { benefit: string; status: string; code: string }) => ({
      benefit,
      status,
      code,
    }),
  )
const feedOf = async (uid: string) =>
  (
    await server.sql<{ withdrawn: boolean }>(
      'select withdrawn from benefit_event where uid = $1 order by id',
      uid,
    )
  ).map(({ withdrawn }) => (withdrawn ? 'withdrawn' : 'redeemed'))
const newCode = async (...more: string[]) => {
  const { id } = await runJson('benefit', 'create', '--name-en', 'Pro', '--name-zh', '专业版', '--days', '30')
  const [{ code }] = await runJson('codes', 'create', '--benefit', id, '--count', '1', ...more)
  return { benefit: id, code }
}
/** A person whom the app knows, with one redemption. */
async function redeemed() {
  const person = await newRedeemer(server)
  await app.redeem(person.token)
  const made = await newCode()
  expect((await redeemCode(server, person, made.code)).code).toBe(0)
  const [{ id }] = await runJson('redemption', 'list', person.uid)
  return { ...person, ...made, id: String(id) }
}

describe('benefit give and take', () => {
  test('changes the list of the person, tells the apps and mails the owner', async () => {
    const person = await newRedeemer(server)
    await app.redeem(person.token)
    const { benefit } = await newCode()
    const given = await runJson('benefit', 'give', benefit, person.email, '--days', '7', ...WHY)
    expect(given).toMatchObject({ uid: person.uid, benefit, expiresAt: expect.any(Number) })
    expect(await listOf(person.token)).toEqual([{ benefit: 'Pro', status: 'succeeded', code: '' }])
    await server.waitForMail(person.email, ({ text }) => text.includes('added the benefit Pro'))
    const [{ id }] = await runJson('redemption', 'list', person.uid)
    await runJson('benefit', 'take', person.uid, String(id), ...WHY)
    await expect.poll(async () => (await listOf(person.token))[0]?.status).toBe('expired')
    await server.waitForMail(person.email, ({ text }) => text.includes('took back the benefit Pro'))
    expect((await run(['benefit', 'take', person.uid, String(id), '--yes', ...WHY])).err).toContain(
      'ended already',
    )
    await expect
      .poll(() => app.of(person.uid))
      .toEqual([`benefit.redeemed ${benefit}`, `benefit.withdrawn ${benefit}`])
    expect(await feedOf(person.uid)).toEqual(['redeemed', 'withdrawn'])
    expect((await audited('benefit.take', person.uid))[0]).toMatchObject({
      detail: {
        case: 'C-7',
        reason: 'invoice shown',
        benefit,
        changed: { expiresAt: { from: given.expiresAt } },
      },
    })
    expect(
      (await run(['redemption', 'undo', person.uid, String(id), '--code', 'unused', '--yes', ...WHY])).err,
    ).toContain('without a code')
  })

  test('refuses accounts that cannot have benefits', async () => {
    const banned = await newRedeemer(server, { status: 'banned' })
    const { benefit } = await newCode()
    expect((await run(['benefit', 'give', benefit, banned.uid, '--yes', ...WHY])).err).toContain(
      'restricted or banned',
    )
  })
})

describe('redemption undo', () => {
  test('makes the code unused, so that somebody else redeems it', async () => {
    const wrong = await redeemed()
    await runJson('redemption', 'undo', wrong.uid, wrong.id, '--code', 'unused', ...WHY)
    expect(await listOf(wrong.token)).toEqual([])
    const right = await newRedeemer(server)
    expect((await redeemCode(server, right, wrong.code)).code).toBe(0)
    await expect
      .poll(() => app.of(wrong.uid))
      .toEqual([`benefit.redeemed ${wrong.benefit}`, `benefit.withdrawn ${wrong.benefit}`])
    const [row] = await audited('redemption.undo', wrong.uid)
    expect(row).toMatchObject({
      detail: { number: 1, changed: { code: { from: 'redeemed', to: 'unused' } } },
    })
    expect(JSON.stringify(row)).not.toContain(wrong.code)
  })

  test('makes the code void, also for the same call of its redeemer', async () => {
    const person = await newRedeemer(server)
    const { code } = await newCode()
    const redeemOnce = () => redeemCode(server, person, code, { key: 'same-key' })
    expect((await redeemOnce()).code).toBe(0)
    const { redemption } = await runJson('codes', 'show', code)
    await runJson('redemption', 'undo', person.uid, redemption, '--code', 'void', ...WHY)
    expect((await redeemOnce()).code).toBe(20302)
    expect(await runJson('codes', 'show', code)).toMatchObject({
      status: 'revoked',
      uid: null,
      redemption: null,
    })
  })

  test('of several at once, one succeeds', async () => {
    const person = await redeemed()
    const undo = ['redemption', 'undo', person.uid, person.id, '--code', 'unused', '--yes', ...WHY]
    const codes = (await Promise.all(Array.from({ length: 6 }, () => run(undo)))).map(({ code }) => code)
    expect(codes.sort()).toEqual([0, 1, 1, 1, 1, 1])
    expect(await feedOf(person.uid)).toEqual(['redeemed', 'withdrawn'])
  })
})

test('redemption move keeps dates and code', async () => {
  const wrong = await redeemed()
  const right = await newRedeemer(server)
  await app.redeem(right.token)
  const [before] = (await server.call(getRedemptions, undefined, wrong)).data.items
  await runJson('redemption', 'move', wrong.uid, wrong.id, '--to', right.email, ...WHY)
  expect(await listOf(wrong.token)).toEqual([])
  expect((await server.call(getRedemptions, undefined, right)).data.items).toEqual([before])
  await expect.poll(() => app.of(right.uid)).toEqual([`benefit.redeemed ${wrong.benefit}`])
  expect(await runJson('codes', 'show', wrong.code)).toMatchObject({ status: 'redeemed', uid: right.uid })
  for (const { uid } of [wrong, right])
    expect((await audited('redemption.move', uid))[0]).toMatchObject({
      detail: { changed: { uid: { from: wrong.uid, to: right.uid } } },
    })
  await server.waitForMail(right.email, ({ text }) => text.includes('added the benefit'))
  expect(
    (await run(['redemption', 'move', wrong.uid, wrong.id, '--to', right.uid, '--yes', ...WHY])).code,
  ).toBe(1)
})

test('training credit needs two operators, and the certificate says nothing of it', async () => {
  const [learner, credited] = [await newLearner(server), await newLearner(server)]
  await app.redeem(credited.token)
  await watchCourse(server, learner)
  const credit = [
    'training',
    'credit',
    credited.uid,
    '--course',
    'laser',
    '--evidence',
    'site/2026-11',
    ...WHY,
  ]
  expect((await run([...credit.slice(0, -4), '--yes', '--case', '1'])).code).toBe(2)
  expect(await runApproved(...credit)).toEqual({ uid: credited.uid, course: 'laser', lessons: 2 })
  const numbers = []
  for (const person of [learner, credited]) {
    const { isFinish, certId } = (await server.call(getCertificateStatus, undefined, person)).data
    expect(isFinish).toBe(true)
    const issued = (await server.call(issueCertificate, { certId }, person)).data
    numbers.push({ ...issued, number: 'KL', bearer: 'x', issued: 0 })
  }
  expect(numbers[1]).toEqual(numbers[0])
  await expect
    .poll(() => app.of(credited.uid))
    .toEqual(['training.finished laser', 'certificate.issued laser'])
  await server.waitForMail(credited.email, ({ text }) => text.includes('as finished'))
  expect((await audited('training.credit', credited.uid))[0]).toMatchObject({
    operator: 'lin',
    detail: {
      ...{ case: 'C-7', course: 'laser', evidence: 'site/2026-11', confirmedBy: 'mei' },
      changed: { lessons: { from: 0, to: 2 } },
    },
  })
})

test('certificate resend mails a link to the address that the account has now', async () => {
  const learner = await newLearner(server)
  await watchCourse(server, learner)
  const { certId } = (await server.call(getCertificateStatus, undefined, learner)).data
  const { number } = (await server.call(issueCertificate, { certId }, learner)).data
  await runJson('certificate', 'resend', number.toLowerCase(), ...WHY)
  const { text } = await server.waitForMail(learner.email, mail => mail.text.includes(number))
  expect(text).toMatch(new RegExp(`/en/certificate/${number}\\b`))
  await runJson('certificate', 'revoke', number)
  expect((await run(['certificate', 'resend', number, ...WHY])).err).toContain('no valid certificate')
  expect((await run(['certificate', 'restore', number, '--reason', 'x'])).code).toBe(2)
  await runJson('certificate', 'restore', number, ...WHY)
})
