import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { courses } from './courses.ts'
import { EMPTY_ROOM, frameAt, HEIGHT, WIDTH } from './draw/stage.ts'

const lessons = courses.flatMap(({ course }) => course.lessons.map(lesson => ({ course, lesson })))
const SMALL = { width: 240, height: 135 }
const pixels = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).resize(SMALL).removeAlpha().greyscale().raw().toBuffer()
const differing = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, i) => sum + (Math.abs(value - (b[i] ?? 0)) > 12 ? 1 : 0), 0) / a.length

const emptyRoom = await pixels(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${EMPTY_ROOM}</svg>`,
)

describe.each(lessons)('$course.id/$lesson.id', ({ course, lesson }) => {
  test('shows more than the empty workshop before, at and after each cut', async () => {
    let cut = 0
    for (const { seconds } of lesson.scenes) {
      for (const at of [cut - 0.1, cut, cut + 0.1, cut + 0.2, cut + 0.4])
        if (at >= 0)
          expect(differing(await pixels(frameAt(lesson, at)), emptyRoom), `at ${at} s`).toBeGreaterThan(0.05)
      cut += seconds
    }
  })

  test('moves within each scene', () => {
    for (const [i, { seconds, draw }] of lesson.scenes.entries())
      expect(draw(seconds / 2), `scene ${i + 1}`).not.toBe(draw(seconds * 0.1))
  })

  test('has a poster of the size of its video', async () => {
    const poster = await sharp(
      await readFile(`${import.meta.dirname}/${course.id}/${lesson.id}.webp`),
    ).metadata()
    expect([poster.width, poster.height]).toEqual([WIDTH, HEIGHT])
  })
})
