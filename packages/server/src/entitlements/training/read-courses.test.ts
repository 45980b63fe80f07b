import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCourses } from './read-courses.ts'

const courses = await readCourses(fileURLToPath(new URL('../../../../../courses', import.meta.url)))
const lessons = [...courses.values()].flatMap(course => course.lessons.map(lesson => ({ course, lesson })))

test.each(lessons)('$course.id/$lesson.id has three questions, each with different options', ({ lesson }) => {
  expect(lesson.questions).toHaveLength(3)
  for (const { options } of lesson.questions)
    for (const language of ['en', 'zh'] as const)
      expect(new Set(options.map(option => option[language])).size).toBe(options.length)
  // The right answer is not always in the same place.
  expect(new Set(lesson.questions.map(({ answer }) => answer)).size).toBeGreaterThan(1)
})

test.each(lessons)(
  '$course.id/$lesson.id has captions from its start to its end in both languages',
  async ({ course, lesson }) => {
    for (const language of ['en', 'zh']) {
      const file = course.files.get(`${lesson.id}.${language}.vtt`)
      const times = [
        ...(await readFile(file?.path ?? '', 'utf8')).matchAll(/(\d\d):([\d.]+) --> (\d\d):([\d.]+)/g),
      ]
      const inMilliseconds = (minutes = '', seconds = '') => (Number(minutes) * 60 + Number(seconds)) * 1000
      expect(inMilliseconds(times[0]?.[1], times[0]?.[2])).toBe(0)
      expect(inMilliseconds(times.at(-1)?.[3], times.at(-1)?.[4])).toBeCloseTo(lesson.milliseconds, 0)
    }
  },
)
