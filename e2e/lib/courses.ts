/** Courses with lessons of six seconds, for the setting COURSES_FOLDER. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const clips = fileURLToPath(new URL('../courses/clip', import.meta.url))
export const LESSON_SECONDS = 6

const TITLES = {
  laser: {
    light: ['Light', '光'],
    fire: ['Fire', '火'],
  },
  printer: { heat: ['Heat', '热'] },
  welder: { arc: ['Before you unlock it', '解锁之前'] },
} as const

const COURSE_TITLES = {
  laser: ['Laser safety', '激光安全'],
  printer: ['3D printer safety', '3D 打印机安全'],
  welder: ['Laser welder', '激光焊机'],
} as const

const both = ([en, zh]: readonly [string, string]) => ({ en, zh })

const captions = (first: string, second: string): string =>
  `WEBVTT\n\n00:00.000 --> 00:03.000\n${first}\n\n00:03.000 --> 00:06.000\n${second}\n`

/** Writes the courses into a temporary folder, which this process removes when it ends. Returns the folder. */
export function writeShortCourses(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-courses-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const id of ['laser', 'printer', 'welder'] as const) {
    const at = (name: string): string => join(folder, id, name)
    mkdirSync(join(folder, id))
    const lessons = Object.entries(TITLES[id]).map(([lesson, title]) => {
      for (const end of ['.webm', '.mp4', '.webp']) copyFileSync(clips + end, at(lesson + end))
      writeFileSync(at(`${lesson}.en.vtt`), captions('First caption', 'Second caption'))
      writeFileSync(at(`${lesson}.zh.vtt`), captions('第一句字幕', '第二句字幕'))
      return { id: lesson, title: both(title), about: both(title), milliseconds: LESSON_SECONDS * 1000 }
    })
    const title = both(COURSE_TITLES[id])
    writeFileSync(at('course.json'), JSON.stringify({ id, version: '1', title, about: title, lessons }))
  }
  return folder
}
