import {
  getCertificateArtwork,
  getCertificatePdf,
  getCertificateStatus,
  issueCertificate,
} from '@kerf/contract/endpoints/certificate'
import { setOtherInfo } from '@kerf/contract/endpoints/profile'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newIpAddress, readAnswer } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { type Learner, newLearner, watchCourse, writeCourses } from './helpers.ts'

const folder = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder } })

const holder = async (nickname: string): Promise<Learner> => {
  const learner = await newLearner(server)
  await server.call(setOtherInfo, { nickname }, learner)
  await watchCourse(server, learner)
  const { certId } = (await server.call(getCertificateStatus, undefined, learner)).data
  expect((await server.call(issueCertificate, { certId }, learner)).code).toBe(0)
  return learner
}

const fetchPdf = (headers: Record<string, string>, query = '') =>
  fetch(`${server.url}${getCertificatePdf.path}${query}`, {
    headers: { 'x-forwarded-for': newIpAddress(), ...headers },
  })

test('sends the PDF to its owner only', async () => {
  const { token } = await holder('Ada Lovelace')
  const response = await fetchPdf({ utoken: token })
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="certificate-laser.pdf"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-site',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
  // The fonts are embedded as subsets.
  expect(bytes.toString('latin1')).toContain('/FontFile2')
  expect(bytes.length).toBeLessThan(100_000)

  expect((await readAnswer(await fetchPdf({ cookie: `utoken=${token}` }))).code).toBe(20102)
  expect((await readAnswer(await fetchPdf({}, `?utoken=${token}`))).code).toBe(20001)
  const printer = await server.call(getCertificatePdf, { course: 'printer' }, { token })
  expect(printer.code).toBe(20502)
  expect((await server.call(getCertificatePdf, { course: 'lathe' }, { token })).fields).toEqual({
    course: 'invalid',
  })
})

test('rejects a course that is not finished and a certificate that is not issued', async () => {
  const learner = await newLearner(server)
  for (const call of [getCertificatePdf, getCertificateArtwork])
    expect((await server.call(call, {}, learner)).code).toBe(20502)
  await watchCourse(server, learner)
  for (const call of [getCertificatePdf, getCertificateArtwork])
    expect((await server.call(call, {}, learner)).code).toBe(20503)
})

test('limits the PDF to five requests a minute', async () => {
  const { token } = await holder('Often')
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await fetchPdf({ utoken: token })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test.each([
  '<img src=http://169.254.169.254>',
  '"/></svg><script>alert(1)</script>',
  '../../etc/passwd',
  '%PDF',
])('draws the hostile name %s as plain text', async name => {
  const learner = await holder(name)
  const { data } = await server.call(getCertificateArtwork, {}, learner)
  expect(data.name).toBe('certificate-laser.svg')
  expect(data.svg.replaceAll(/<\/?(?:svg|g|path)\b[^<>]*>/g, '')).toBe('')
  expect(data.svg).not.toMatch(/href|script|url\(|169\.254/)
  expect((await fetchPdf({ utoken: learner.token })).status).toBe(200)
})

test('draws the name of the holder', async () => {
  const picture = async (name: string) => {
    const { data } = await server.call(getCertificateArtwork, {}, await holder(name))
    const { data: pixels, info } = await sharp(Buffer.from(data.svg))
      .flatten({ background: '#fff' })
      .resize(842, 595)
      .extract({ left: 78, top: 244, width: 500, height: 54 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(1)
    return pixels.reduce((dark, value) => dark + (value < 128 ? 1 : 0), 0)
  }
  const [short, long] = [await picture('王'), await picture('王小明与激光切割机')]
  expect(short).toBeGreaterThan(100)
  expect(long).toBeGreaterThan(short * 3)
})
