/** A course as it lies in its folder: `course.json` beside the videos, captions and posters of its lessons. */
import { COURSES, type CourseId } from '@kerf/contract/endpoints/training'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const inBoth = v.strictObject({ en: text, zh: text })

export const courseFile = v.strictObject({
  id: v.picklist(COURSES),
  /** changes when what is taught changes; kept with what was finished */
  version: v.pipe(v.string(), v.regex(/^[\w.-]{1,32}$/)),
  title: inBoth,
  about: inBoth,
  lessons: v.pipe(
    v.array(
      v.strictObject({
        id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/)),
        title: inBoth,
        about: inBoth,
        /** length of the video */
        milliseconds: v.pipe(v.number(), v.integer(), v.minValue(1_000), v.maxValue(3_600_000)),
      }),
    ),
    v.minLength(1),
    v.check(lessons => new Set(lessons.map(({ id }) => id)).size === lessons.length, 'lesson ids repeat'),
  ),
})

export type CourseText = v.InferOutput<typeof courseFile>
export type Lesson = CourseText['lessons'][number]

/** What belongs to a lesson, by the end of its file's name. */
export const LESSON_FILES = {
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.en.vtt': 'text/vtt; charset=utf-8',
  '.zh.vtt': 'text/vtt; charset=utf-8',
  '.webp': 'image/webp',
} as const
export type LessonFile = keyof typeof LESSON_FILES

export interface CourseFile {
  readonly path: string
  readonly type: string
  readonly size: number
  /** of its content */
  readonly hash: string
}

export interface Course extends CourseText {
  /** by file name */
  readonly files: ReadonlyMap<string, CourseFile>
}

export type Courses = ReadonlyMap<CourseId, Course>

export const lessonOf = (course: Course, id: string): Lesson | undefined =>
  course.lessons.find(lesson => lesson.id === id)
