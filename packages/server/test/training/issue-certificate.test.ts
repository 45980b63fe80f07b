import {
  checkCertificate,
  getCertificateArtwork,
  getCertificateStatus,
  issueCertificate,
} from '@kerf/contract/endpoints/certificate'
import { setOtherInfo } from '@kerf/contract/endpoints/profile'
import { listCourses } from '@kerf/contract/endpoints/training'
import { expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { type Learner, newLearner, watchCourse, watchLesson, writeCourses } from './helpers.ts'

const folder = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder } })

const info = async (learner: Learner) => (await server.call(getCertificateStatus, undefined, learner)).data
const check = async (number: string) =>
  (await server.call(checkCertificate, undefined, { params: { number: encodeURIComponent(number) } })).data

const NOTHING = {
  isFinish: false,
  isHave: false,
  printIsFinish: false,
  printIsHave: false,
  certId: '',
  printCertId: '',
}

test('leads from the first lesson to the certificate', async () => {
  const learner = await newLearner(server)
  await server.call(setOtherInfo, { nickname: 'Ada Lovelace' }, learner)
  expect(await info(learner)).toEqual(NOTHING)
  expect(await watchLesson(server, learner, 'light')).toMatchObject({ courseFinished: false })
  expect(await info(learner)).toEqual(NOTHING)
  expect(await watchLesson(server, learner, 'fire')).toMatchObject({ courseFinished: true })
  const earned = await info(learner)
  expect(earned).toEqual({ ...NOTHING, isFinish: true, certId: expect.stringMatching(/^[\w-]{16}$/) })

  const issued = await server.call(issueCertificate, { certId: earned.certId }, learner)
  expect(issued.data.number).toMatch(/^KL(-[2-9A-HJ-NP-Z]{4}){4}$/)
  expect(Math.abs(issued.data.issued - Date.now() / 1000)).toBeLessThan(600)
  expect(await info(learner)).toEqual({ ...earned, isHave: true })
  const list = (await server.call(listCourses, undefined, learner)).data
  expect(list.map(({ id, certificate }) => [id, certificate?.number])).toEqual([
    ['laser', issued.data.number],
    ['printer', undefined],
    ['welder', undefined],
  ])

  // The certificate keeps the name that the account had when it was issued.
  await server.call(setOtherInfo, { nickname: 'Somebody Else' }, learner)
  expect((await server.call(issueCertificate, { certId: earned.certId }, learner)).data).toEqual(issued.data)
  expect(await check(issued.data.number)).toEqual({
    valid: true,
    status: 'valid',
    course: 'laser',
    initials: 'A. L.',
    issued: issued.data.issued,
    issuer: expect.stringMatching(/Ltd$/),
    title: { en: 'laser', zh: 'laser（中文）' },
    minutes: 2,
    lessons: ['light', 'fire'].map(lesson => ({
      title: { en: lesson, zh: `${lesson}（中文）` },
      about: { en: `about ${lesson}`, zh: `about ${lesson}（中文）` },
    })),
  })
  const audit = await server.sql<{ event: string; detail: string }>(
    'select event, detail::text from audit_event where uid = $1 order by id',
    learner.uid,
  )
  expect(audit.map(({ event }) => event)).toEqual([
    'training.lesson',
    'training.lesson',
    'training.finished',
    'training.certificate',
  ])
  expect(JSON.stringify(audit)).not.toContain(issued.data.number)
})

test('issues one certificate for twenty parallel calls', async () => {
  const learner = await newLearner(server)
  await watchCourse(server, learner, 'printer')
  const { printCertId: certId } = await info(learner)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.call(issueCertificate, { certId }, learner)),
  )
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(answers[0]?.data.number).toMatch(/^KP-/)
  const rows = await server.sql(
    `select 1 from audit_event where uid = $1 and event = 'training.certificate'`,
    learner.uid,
  )
  expect(rows).toHaveLength(1)
  expect(await info(learner)).toMatchObject({ isFinish: false, printIsFinish: true, printIsHave: true })
})

test('rejects accounts that have not earned the certificate', async () => {
  const [owner, other] = [await newLearner(server), await newLearner(server)]
  await watchCourse(server, owner)
  await watchLesson(server, other)
  const { certId } = await info(owner)
  for (const [learner, id] of [
    [other, certId],
    [other, 'x'],
    [other, other.uid],
    [owner, `${certId}A`],
  ] as const)
    expect((await server.call(issueCertificate, { certId: id }, learner)).code).toBe(20503)
  expect((await server.call(issueCertificate, {}, owner)).fields).toEqual({ certId: 'required' })
  const twice = await fetch(`${server.url}${issueCertificate.path}?certId=${certId}&certId=${certId}`, {
    method: 'PATCH',
    headers: { utoken: owner.token },
  })
  expect(twice.status).toBe(400)
  expect(await info(owner)).toMatchObject({ isFinish: true, isHave: false })
  expect(await info(other)).toEqual(NOTHING)
  await server.sql(`update account set status = 'restricted' where uid = $1`, owner.uid)
  expect((await server.call(issueCertificate, { certId }, owner)).code).toBe(20103)
})

test('reads the certificate id from the query, not from the body', async () => {
  const learner = await newLearner(server)
  await watchCourse(server, learner)
  const { certId } = await info(learner)
  const send = (query: string, body?: string) =>
    fetch(`${server.url}/v1/safety/completed${query}`, {
      method: 'PATCH',
      headers: { utoken: learner.token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
  expect((await send('', JSON.stringify({ certId }))).status).toBe(400)
  expect((await send(`?certId=${certId}`)).status).toBe(200)
})

test('checks a number in any spelling, and rejects one that was not issued', async () => {
  const learner = await newLearner(server)
  await server.call(setOtherInfo, { nickname: '王小明' }, learner)
  await watchCourse(server, learner)
  const { certId } = await info(learner)
  const { number } = (await server.call(issueCertificate, { certId }, learner)).data
  const good = { valid: true, course: 'laser', initials: '王' }
  for (const typed of [number, number.toLowerCase(), number.replaceAll('-', ' '), number.replaceAll('-', '')])
    expect(await check(typed)).toMatchObject(good)
  const bad = {
    valid: false,
    course: null,
    initials: '',
    issued: null,
    issuer: '',
    title: null,
    minutes: 0,
    lessons: [],
  }
  const almost = number.slice(0, -1) + (number.endsWith('2') ? '3' : '2')
  for (const typed of [almost, `KP${number.slice(2)}`])
    expect(await check(typed)).toEqual({ ...bad, status: 'unknown' })
  for (const typed of [`${number}2`, certId, '%', 'x', "' or 1=1 --"])
    expect(await check(typed)).toEqual({ ...bad, status: 'malformed' })
  // Of a revoked certificate nothing is told, and its holder cannot download it.
  await server.sql('update certificate set revoked_at = now() where number = $1', number)
  expect(await check(number)).toEqual({ ...bad, status: 'revoked' })
  expect(await info(learner)).toMatchObject({ isFinish: true, isHave: false })
  const [course] = (await server.call(listCourses, undefined, learner)).data
  expect(course).toMatchObject({ certificate: null, revoked: { number, at: expect.any(Number) } })
  expect((await server.call(issueCertificate, { certId }, learner)).code).toBe(20503)
  expect((await server.call(getCertificateArtwork, {}, learner)).code).toBe(20503)
})

test('stores no number before the certificate is issued', async () => {
  const learner = await newLearner(server)
  await watchCourse(server, learner)
  expect(await server.sql('select number from certificate where uid = $1', learner.uid)).toEqual([
    { number: null },
  ])
})

test('limits an address to 60 checks an hour', async () => {
  const ip = '81.2.69.144'
  const guess = () => server.call(checkCertificate, undefined, { params: { number: 'KL-2222' }, ip })
  const codes = []
  for (let i = 0; i < 62; i++) codes.push((await guess()).code)
  expect(codes.filter(code => code === 0)).toHaveLength(60)
  expect(codes.at(-1)).toBe(20429)
})
