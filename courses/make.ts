/**
 * Draws and encodes the courses: `npm run courses -- [course[/lesson] …]`; without arguments, all of them. Needs ffmpeg with
 * VP9 and H.264 (Debian: `apt-get install ffmpeg`). `--posters` leaves out the videos. `--frame SECONDS` writes
 * one picture per lesson to the current folder instead. `courses.ts` writes the texts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { courses, durationOf } from './courses.ts'
import { type DrawnLesson, frameAt, HEIGHT, WIDTH } from './draw/stage.ts'

const FRAMES_PER_SECOND = 10
const VIDEO_MAX_BYTES = 3_000_000

const toRgb = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()

/** Encodes both videos in one pass over the frames. */
async function encodeVideos(lesson: DrawnLesson, folder: string): Promise<void> {
  const input = `-f rawvideo -pix_fmt rgb24 -s ${WIDTH}x${HEIGHT} -r ${FRAMES_PER_SECOND} -i -`.split(' ')
  const webm =
    '-c:v libvpx-vp9 -crf 42 -b:v 0 -row-mt 1 -deadline realtime -cpu-used 6 -g 150 -pix_fmt yuv420p'.split(
      ' ',
    )
  const mp4 =
    '-c:v libx264 -crf 30 -preset veryfast -tune animation -g 150 -pix_fmt yuv420p -profile:v main -movflags +faststart -bf 2'.split(
      ' ',
    )
  const files = [join(folder, `${lesson.id}.webm`), join(folder, `${lesson.id}.mp4`)]
  // Makes the output reproducible.
  const exact = '-map_metadata -1 -fflags +bitexact -flags:v +bitexact'.split(' ')
  const outputs = [webm, mp4].flatMap((codec, i) => ['-map', '0:v', ...codec, ...exact, files[i] ?? ''])
  const quiet = ['-hide_banner', '-loglevel', 'error', '-y']
  const ffmpeg = spawn('ffmpeg', [...quiet, ...input, ...outputs], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(ffmpeg, 'close')
  const frames = Math.round(durationOf(lesson) * FRAMES_PER_SECOND)
  for (let frame = 0; frame < frames; frame++) {
    const bytes = await toRgb(frameAt(lesson, frame / FRAMES_PER_SECOND))
    if (!ffmpeg.stdin.write(bytes)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = (await ended) as [number]
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code}`)
  for (const file of files) {
    const { size } = await stat(file)
    if (size > VIDEO_MAX_BYTES) throw new Error(`${file} has ${size} bytes, more than ${VIDEO_MAX_BYTES}`)
    console.log(`${file} ${Math.round(size / 1000)} kB`)
  }
}

const { values, positionals } = parseArgs({
  options: { frame: { type: 'string' }, posters: { type: 'boolean' } },
  allowPositionals: true,
})
for (const { course } of courses) {
  const folder = join(import.meta.dirname, course.id)
  const selected = course.lessons.filter(
    ({ id }) =>
      positionals.length === 0 ||
      positionals.includes(course.id) ||
      positionals.includes(`${course.id}/${id}`),
  )
  for (const lesson of selected) {
    if (values.frame !== undefined) {
      await sharp(Buffer.from(frameAt(lesson, Number(values.frame))))
        .png()
        .toFile(`${course.id}-${lesson.id}-${values.frame}.png`)
      continue
    }
    const poster = join(folder, `${lesson.id}.webp`)
    await rm(poster, { force: true })
    await sharp(Buffer.from(frameAt(lesson, lesson.poster)))
      .webp({ quality: 80 })
      .toFile(poster)
    if (!values.posters) await encodeVideos(lesson, folder)
  }
}
