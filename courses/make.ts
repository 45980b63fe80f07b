/**
 * Draws and encodes the courses: `npm run courses -- [course[/lesson] …]`; without arguments, all of them. Needs ffmpeg with
 * VP9 and H.264 (Debian: `apt-get install ffmpeg`). `--texts` writes captions and posters, but no videos. `--frame SECONDS` writes
 * one picture per lesson to the current folder instead.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { LessonQuestions } from './draw/questions.ts'
import { type DrawnCourse, type DrawnLesson, ground, HEIGHT, ramp, WIDTH } from './draw/stage.ts'
import { course as laser } from './laser/lessons.ts'
import { questions as laserQuestions } from './laser/questions.ts'
import { course as printer } from './printer/lessons.ts'
import { questions as printerQuestions } from './printer/questions.ts'
import { course as welder } from './welder/lessons.ts'
import { questions as welderQuestions } from './welder/questions.ts'

const FRAMES_PER_SECOND = 15
const FADE_SECONDS = 0.35
const VIDEO_MAX_BYTES = 3_000_000

/** Seconds. */
const durationOf = (lesson: DrawnLesson): number =>
  lesson.scenes.reduce((sum, { seconds }) => sum + seconds, 0)

/** SVG of the frame at `t` seconds. */
function frameAt(lesson: DrawnLesson, t: number): string {
  let start = 0
  let picture = ''
  for (const [i, { seconds, draw }] of lesson.scenes.entries()) {
    const elapsed = t - start
    const last = i === lesson.scenes.length - 1
    if (elapsed >= 0 && (elapsed < seconds || last)) {
      const opacity =
        (i === 0 ? 1 : ramp(elapsed, 0, FADE_SECONDS)) *
        (last ? 1 : 1 - ramp(elapsed, seconds - FADE_SECONDS, seconds))
      picture = `<g opacity="${opacity.toFixed(2)}">${draw(elapsed)}</g>`
    }
    start += seconds
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${ground()}${picture}</svg>`
}

const toRgb = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()

/** Encodes both videos in one pass over the frames. */
async function encodeVideos(lesson: DrawnLesson, folder: string): Promise<void> {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${WIDTH}x${HEIGHT}`,
    '-r',
    `${FRAMES_PER_SECOND}`,
    '-i',
    '-',
  ]
  const webm = [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '38',
    '-b:v',
    '0',
    '-row-mt',
    '1',
    '-cpu-used',
    '3',
    '-g',
    '75',
    '-pix_fmt',
    'yuv420p',
  ]
  const mp4 = [
    '-c:v',
    'libx264',
    '-crf',
    '27',
    '-preset',
    'slow',
    '-g',
    '75',
    '-pix_fmt',
    'yuv420p',
    '-profile:v',
    'main',
    '-movflags',
    '+faststart',
    '-bf',
    '2',
  ]
  const files = [join(folder, `${lesson.id}.webm`), join(folder, `${lesson.id}.mp4`)]
  // Makes the output reproducible.
  const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact']
  const ffmpeg = spawn(
    'ffmpeg',
    [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      ...input,
      '-map',
      '0:v',
      ...webm,
      ...exact,
      files[0] ?? '',
      '-map',
      '0:v',
      ...mp4,
      ...exact,
      files[1] ?? '',
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
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

/** `MM:SS.mmm` */
const formatTimestamp = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}.${String(Math.round((seconds - whole) * 1000)).padStart(3, '0')}`
}

function captionsOf(lesson: DrawnLesson, language: 'en' | 'zh'): string {
  let at = 0
  const cues = lesson.scenes.map(scene => {
    const start = at
    at += scene.seconds
    return `${formatTimestamp(start)} --> ${formatTimestamp(at)}\n${scene[language]}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

const courseJson = (
  { id, version, title, about, lessons }: DrawnCourse,
  questions: LessonQuestions,
): string => {
  const described = lessons.map(lesson => ({
    id: lesson.id,
    title: lesson.title,
    about: lesson.about,
    milliseconds: Math.round(durationOf(lesson) * 1000),
    questions: questions[lesson.id],
  }))
  return `${JSON.stringify({ id, version, title, about, lessons: described }, null, 2)}\n`
}

const { values, positionals } = parseArgs({
  options: { frame: { type: 'string' }, texts: { type: 'boolean' } },
  allowPositionals: true,
})
const courses: readonly (readonly [DrawnCourse, LessonQuestions])[] = [
  [laser, laserQuestions],
  [printer, printerQuestions],
  [welder, welderQuestions],
]
for (const [course, questions] of courses) {
  const folder = join(import.meta.dirname, course.id)
  const selected = course.lessons.filter(
    ({ id }) =>
      positionals.length === 0 ||
      positionals.includes(course.id) ||
      positionals.includes(`${course.id}/${id}`),
  )
  if (selected.length === 0) continue
  await mkdir(folder, { recursive: true })
  for (const lesson of selected) {
    if (values.frame !== undefined) {
      await sharp(Buffer.from(frameAt(lesson, Number(values.frame))))
        .png()
        .toFile(`${course.id}-${lesson.id}-${values.frame}.png`)
      continue
    }
    await writeFile(join(folder, `${lesson.id}.en.vtt`), captionsOf(lesson, 'en'))
    await writeFile(join(folder, `${lesson.id}.zh.vtt`), captionsOf(lesson, 'zh'))
    const poster = join(folder, `${lesson.id}.webp`)
    await rm(poster, { force: true })
    await sharp(Buffer.from(frameAt(lesson, lesson.poster)))
      .webp({ quality: 80 })
      .toFile(poster)
    if (!values.texts) await encodeVideos(lesson, folder)
  }
  await writeFile(join(folder, 'course.json'), courseJson(course, questions))
}
