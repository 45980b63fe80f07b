/** Serving of course files, and the validation of courses at start-up. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listCourses } from '@kerf/contract/endpoints/training'
import { expect, test } from 'vitest'
import { parseRange } from '../../src/entitlements/training/byte-range.ts'
import { readCourses } from '../../src/entitlements/training/read-courses.ts'
import { useTestServer } from '../support/test-server.ts'
import { courseJson, writeCourses } from './helpers.ts'

const folder = writeCourses()
const broken = writeCourses()
const server = await useTestServer({ env: { COURSES_FOLDER: folder } })

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(new URL(address, server.url), { headers })

test('serves every file of a lesson under its listed URL, cacheable forever', async () => {
  const { data } = await server.call(listCourses, undefined)
  expect(data.map(({ id, lessons }) => [id, lessons.length])).toEqual([
    ['laser', 2],
    ['printer', 1],
    ['welder', 1],
  ])
  const [light] = data[0]?.lessons ?? []
  if (!light) throw new Error('no lesson')
  const types = {
    [light.video.webm]: 'video/webm',
    [light.video.mp4]: 'video/mp4',
    [light.captions.en]: 'text/vtt; charset=utf-8',
    [light.captions.zh]: 'text/vtt; charset=utf-8',
    [light.poster]: 'image/webp',
  }
  for (const [address, type] of Object.entries(types)) {
    const response = await get(address)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await response.text()).toBe(address.slice('/courses/'.length).replace(/\?.*/, ''))
  }
  const undated = await get(light.poster.replace(/\?.*/, ''))
  expect(undated.headers.get('cache-control')).toBe('public, no-cache')
  const etag = undated.headers.get('etag') ?? ''
  expect((await get(light.poster, { 'if-none-match': etag })).status).toBe(304)
})

test('answers range requests', async () => {
  const address = '/courses/laser/light.webm'
  const part = await get(address, { range: 'bytes=6-10' })
  expect([part.status, await part.text()]).toEqual([206, 'light'])
  expect(part.headers.get('content-range')).toBe('bytes 6-10/16')
  expect(part.headers.get('content-length')).toBe('5')
  expect((await get(address, { range: 'bytes=99-' })).status).toBe(416)
  expect((await get(address, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200)
  const head = await fetch(new URL(address, server.url), { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '16'])
})

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=5-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['lines=0-1', 'whole'],
  [`bytes=${'9'.repeat(400)}-`, 'whole'],
] as const)('parses the range %s', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})

test('serves no other file of the folder', async () => {
  for (const path of [
    'laser/course.json',
    'laser/..%2fprinter%2fheat.webm',
    'laser/%2e%2e%2fcourse.json',
    'none/light.webm',
    '__proto__/light.webm',
    'laser/constructor',
  ])
    expect([path, (await get(`/courses/${path}`)).status]).toEqual([path, 404])
})

test('rejects an invalid course with its problem, and does not offer a missing one', async () => {
  const write = (text: string) => writeFileSync(join(broken, 'laser/course.json'), text)
  const good = courseJson('laser')
  for (const [text, problem] of [
    ['{', /course\.json is not JSON/],
    [JSON.stringify({ ...good, id: 'printer' }), /must equal the folder's name/],
    [JSON.stringify({ ...good, lessons: [] }), /at lessons/],
    [JSON.stringify({ ...good, lessons: [good.lessons[0], good.lessons[0]] }), /repeat/],
    [JSON.stringify({ ...good, lessons: [{ ...good.lessons[0], id: '../x' }] }), /at lessons\.0\.id/],
    [JSON.stringify({ ...good, lessons: [{ ...good.lessons[0], id: 'none' }] }), /none\.webm is missing/],
  ] as const) {
    write(text)
    await expect(readCourses(broken)).rejects.toThrow(problem)
  }
  // Of two courses the first is reported, although the problem of the second one is found sooner.
  writeFileSync(join(broken, 'printer/course.json'), '{')
  await expect(readCourses(broken)).rejects.toThrow(/laser: none\.webm is missing/)
  writeFileSync(join(broken, 'printer/course.json'), JSON.stringify(courseJson('printer')))
  rmSync(join(broken, 'laser'), { recursive: true })
  expect([...(await readCourses(broken)).keys()]).toEqual(['printer', 'welder'])
  rmSync(broken, { recursive: true })
})
