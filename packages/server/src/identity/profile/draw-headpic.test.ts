import sharp, { type Color } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../platform/errors/api-error.ts'
import { drawHeadpic } from './draw-headpic.ts'

const flat = (width: number, height: number, background: Color = { r: 200, g: 60, b: 40, alpha: 1 }) =>
  sharp({ create: { width, height, channels: 4, background } })

const errorCodeOf = (bytes: Buffer): Promise<number | undefined> =>
  drawHeadpic(bytes).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : -1),
  )

async function drawAndInspect(bytes: Buffer) {
  const picture = await drawHeadpic(bytes)
  const { format, width, height, exif, pages, icc } = await sharp(picture).metadata()
  return { picture, about: { format, width, height, exif, pages, icc } }
}

const plain = { format: 'webp', width: 512, height: 512, exif: undefined, pages: undefined, icc: undefined }

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
      .png({ compressionLevel: 9 })
      .toBuffer()
    const before = process.memoryUsage().rss
    expect(await errorCodeOf(bomb)).toBe(20602)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })
})
