/** A course: `course.json` in its folder, beside the videos, captions and posters of its lessons. */
import { COURSES, type CourseId } from '@kerf/contract/endpoints/training'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const translatedText = v.strictObject({ en: text, zh: text })

/** A question about a lesson, for the viewer only: certificates do not depend on answers. */
const question = v.pipe(
  v.strictObject({
    text: translatedText,
    options: v.pipe(v.array(translatedText), v.minLength(2), v.maxLength(6)),
    /** index of the right option */
    answer: v.pipe(v.number(), v.integer(), v.minValue(0)),
    explanation: translatedText,
  }),
  v.check(({ answer, options }) => answer < options.length, 'the answer is not an option'),
)

/** Schema of `course.json`. */
export const courseSchema = v.strictObject({
  id: v.picklist(COURSES),
  /** changes when the content of the course changes; stored with every finished lesson */
  version: v.pipe(v.string(), v.regex(/^[\w.-]{1,32}$/)),
  title: translatedText,
  about: translatedText,
  lessons: v.pipe(
    v.array(
      v.strictObject({
        id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/)),
        title: translatedText,
        about: translatedText,
        /** length of the video */
        milliseconds: v.pipe(v.number(), v.integer(), v.minValue(1_000), v.maxValue(3_600_000)),
        questions: v.optional(v.array(question), []),
      }),
    ),
    v.minLength(1),
    v.check(lessons => new Set(lessons.map(({ id }) => id)).size === lessons.length, 'lesson ids repeat'),
  ),
})

export type CourseDescription = v.InferOutput<typeof courseSchema>
export type Lesson = CourseDescription['lessons'][number]

/** The files of a lesson: suffix of the file name and media type. */
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
  /** media type */
  readonly type: string
  /** bytes */
  readonly size: number
  /** of its content */
  readonly hash: string
}

export interface Course extends CourseDescription {
  /** by file name */
  readonly files: ReadonlyMap<string, CourseFile>
}

export type Courses = ReadonlyMap<CourseId, Course>

export const findLesson = (course: Course, id: string): Lesson | undefined =>
  course.lessons.find(lesson => lesson.id === id)
