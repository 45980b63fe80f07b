import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import sharp, { type Color } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RUNS_HEAVY } from '../../../test/support/corpora.ts'
import { drawTextBomb } from '../../../test/support/picture-bomb.ts'
import { BusyError } from '../../platform/concurrency/limit-concurrency.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createPictureDecoder, PictureStoppedError } from './picture-decoder.ts'
import type { PictureRequest } from './picture-process.ts'

/** The machine of the tests is busy. */
const TIMEOUT_MS = 120_000

const decoder = createPictureDecoder(TIMEOUT_MS)
afterAll(() => decoder.stop())

const flat = (width: number, height: number, background: Color = { r: 200, g: 60, b: 40, alpha: 1 }) =>
  sharp({ create: { width, height, channels: 4, background } })

const errorCodeOf = (bytes: Buffer): Promise<number | undefined> =>
  decoder.draw(bytes).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : -1),
  )

async function drawAndInspect(bytes: Buffer) {
  const picture = await decoder.draw(bytes)
  const { format, width, height, exif, pages, icc } = await sharp(picture).metadata()
  return { picture, about: { format, width, height, exif, pages, icc } }
}

const plain = { format: 'webp', width: 512, height: 512, exif: undefined, pages: undefined, icc: undefined }

/** Replaces `setPriority` of node:os by one that fails as it does under a system call filter. */
const WITHOUT_PRIORITY = `data:text/javascript,${encodeURIComponent(`
  import os from 'node:os'
  import { syncBuiltinESMExports } from 'node:module'
  os.setPriority = () => { throw new Error('EPERM') }
  syncBuiltinESMExports()`)}`

test(
  'decodes pictures where the system forbids a lower priority',
  async () => {
    const child = fork(fileURLToPath(new URL('./picture-process.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: [`--import=${WITHOUT_PRIORITY}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    try {
      child.send({ bytes: await flat(600, 600).png().toBuffer() } satisfies PictureRequest)
      const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')])
      expect(result).toHaveProperty('picture')
    } finally {
      child.kill('SIGKILL')
    }
  },
  TIMEOUT_MS,
)

describe('accepted pictures', () => {
  test.each([
    ['a photo of 12 megapixels', () => flat(4000, 3000).jpeg().toBuffer()],
    ['a small PNG with transparency', () => flat(20, 30, { r: 0, g: 0, b: 0, alpha: 0.5 }).png().toBuffer()],
    ['a WebP', () => flat(600, 600).webp().toBuffer()],
  ])('converts %s to a square WebP without metadata', async (_, make) => {
    expect((await drawAndInspect(await make())).about).toEqual(plain)
  })

  test('removes the location of a photo', async () => {
    const photo = await flat(800, 600)
      .withExif({ IFD0: { Copyright: 'nobody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { picture, about } = await drawAndInspect(photo)
    expect(about).toEqual(plain)
    expect(picture.includes('GPS')).toBe(false)
  })

  test('rotates a photo upright by its EXIF orientation', async () => {
    // Left half red, right half blue, orientation 6 (rotate 90° clockwise): upright, red is above blue.
    const side = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#0000ff' } })
      .composite([
        {
          input: { create: { width: 200, height: 200, channels: 3, background: '#ff0000' } },
          left: 0,
          top: 0,
        },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { data, info } = await sharp((await drawAndInspect(side)).picture)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const red = (x: number, y: number): number => data[(y * info.width + x) * info.channels] ?? 0
    expect(red(256, 100)).toBeGreaterThan(200)
    expect(red(256, 412)).toBeLessThan(60)
  })

  test('keeps the first frame of an animation', async () => {
    const frames = Buffer.concat([await flat(64, 64).raw().toBuffer(), Buffer.alloc(64 * 64 * 4)])
    const moving = await sharp(frames, { raw: { width: 64, height: 128, channels: 4, pageHeight: 64 } })
      .webp({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2)
    expect((await drawAndInspect(moving)).about).toEqual(plain)
  })

  test('drops data appended to the picture', async () => {
    const polyglot = Buffer.concat([
      await flat(100, 100).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ])
    const { picture } = await drawAndInspect(polyglot)
    expect(picture.includes('script')).toBe(false)
  })
})

describe('rejected pictures', () => {
  let cut: Buffer
  beforeAll(async () => {
    const whole = await flat(400, 400).png().toBuffer()
    cut = whole.subarray(0, whole.length / 2)
  })

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', () => flat(10, 10).gif().toBuffer()],
    ['a TIFF', () => flat(10, 10).tiff().toBuffer()],
    ['half a picture', () => cut],
    ['text', () => Buffer.from('hello')],
  ])('rejects %s by type', async (_, make) => {
    expect(await errorCodeOf(await make())).toBe(20601)
  })

  test.each<[string, number, number]>([
    ['a decompression bomb', 9_000, 9_000],
    ['a long strip', 5_000, 10],
    ['more than 16 megapixels', 4_096, 4_096],
  ])('rejects %s by size without decoding it', async (_, width, height) => {
    const bomb = await sharp({
      create: { width, height, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 1 })
      .toBuffer()
    const before = process.memoryUsage().rss
    expect(await errorCodeOf(bomb)).toBe(20602)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })
})

/** The processes that this one started, with their resident memory. */
const children = (): { pid: number; mebibytes: number }[] =>
  execFileSync('ps', ['-o', 'pid=,rss=,comm=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([pid, , name]) => Number(pid) > 0 && name !== 'ps')
    .map(([pid, kibibytes]) => ({ pid: Number(pid), mebibytes: Number(kibibytes) / 1024 }))

describe('a picture that costs too much', () => {
  let bomb: Buffer
  beforeAll(async () => {
    bomb = await drawTextBomb()
  })

  test.runIf(RUNS_HEAVY)('is stopped at its limits while honest pictures are drawn', async () => {
    expect(bomb.length).toBeLessThan(5_000_000)
    const honest = await flat(800, 600).jpeg().toBuffer()
    // Both processes are warm.
    await Promise.all([decoder.draw(honest), decoder.draw(honest)])
    let peak = 0
    const timer = setInterval(() => {
      peak = Math.max(peak, ...children().map(({ mebibytes }) => mebibytes))
    }, 200)
    const before = process.cpuUsage()
    const stopped = decoder.draw(bomb).then(
      () => undefined,
      (error: unknown) => error,
    )
    try {
      expect(await Promise.race([decoder.draw(honest).then(() => 'the honest picture'), stopped])).toBe(
        'the honest picture',
      )
      const error = await stopped
      expect(error).toBeInstanceOf(PictureStoppedError)
      expect(error).toMatchObject({ code: 20601 })
    } finally {
      clearInterval(timer)
    }
    expect(peak).toBeGreaterThan(0)
    expect(peak).toBeLessThan(350)
    // Nothing of it runs in this process, whose threads hash passwords.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000_000).toBeLessThan(1.5)
    expect((await drawAndInspect(honest)).about).toEqual(plain)
  })

  test('is not confused with an overloaded machine', async () => {
    // Ended before any process can have drawn it.
    const hurried = createPictureDecoder(1)
    for (const picture of [bomb, await flat(20, 20).png().toBuffer()])
      await expect(hurried.draw(picture)).rejects.toBeInstanceOf(BusyError)
    hurried.stop()
  })

  test.runIf(RUNS_HEAVY)('is not confused with a server that stops', async () => {
    const ending = createPictureDecoder(TIMEOUT_MS)
    const drawn = expect(ending.draw(bomb)).rejects.toBeInstanceOf(BusyError)
    ending.stop()
    await drawn
  })

  test('leaves no process behind when the decoder stops', async () => {
    const other = createPictureDecoder()
    const pids = () => children().map(({ pid }) => pid)
    const known = new Set(pids())
    await other.draw(await flat(20, 20).png().toBuffer())
    const started = pids().filter(pid => !known.has(pid))
    expect(started.length).toBeGreaterThan(0)
    other.stop()
    await expect.poll(() => pids().filter(pid => started.includes(pid))).toEqual([])
  })
})
