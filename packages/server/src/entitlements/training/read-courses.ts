/** Reads the courses at start-up. A folder with a `course.json` is a course; a course without a folder is not offered. */

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COURSES, type CourseId } from '@kerf/contract/endpoints/training'
import * as v from 'valibot'
import { describeErrno } from '../../platform/errors/errno-words.ts'
import { type Course, type CourseFile, type Courses, courseSchema, LESSON_FILES } from './course.ts'

/**
 * A file's hash covers its size and this many bytes at its start and end, so that a start need not read whole videos. Two
 * encodings of a video differ in both places; captions are short enough to be covered whole.
 */
const HASHED_BYTES = 16 * 1024

/**
 * All courses of `folder`. Throws an error that names the course and its problem: of several problems the first, because courses
 * and their files are read one after the other.
 */
export async function readCourses(folder: string): Promise<Courses> {
  const courses: [CourseId, Course][] = []
  for (const id of COURSES)
    if (existsSync(join(folder, id, 'course.json')))
      courses.push([id, await readCourse(join(folder, id), id)])
  return new Map(courses)
}

type Fail = (problem: string) => never

async function readCourse(folder: string, id: CourseId): Promise<Course> {
  const fail: Fail = problem => {
    throw new Error(`course ${folder}: ${problem}`)
  }
  const source = await readFile(join(folder, 'course.json'), 'utf8')
  const result = v.safeParse(courseSchema, parseJson(source) ?? fail('course.json is not JSON'))
  if (!result.success) {
    const [issue] = result.issues
    return fail(`course.json: ${issue.message} at ${v.getDotPath(issue) ?? 'its root'}`)
  }
  const description = result.output
  if (description.id !== id) return fail(`id is ${description.id}, but must equal the folder's name`)
  const names = description.lessons.flatMap(lesson =>
    Object.keys(LESSON_FILES).map(suffix => lesson.id + suffix),
  )
  const files = new Map<string, CourseFile>()
  for (const name of names) files.set(name, await readCourseFile(folder, name, fail))
  return { ...description, files }
}

const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

async function readCourseFile(folder: string, name: string, fail: Fail): Promise<CourseFile> {
  const path = join(folder, name)
  const file = await open(path).catch((error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ENOENT'
        ? `${name} is missing`
        : `${name} cannot be opened: ${describeErrno(error.code)}`,
    ),
  )
  try {
    const { size } = await file.stat()
    const ends = Buffer.alloc(2 * HASHED_BYTES)
    await file.read(ends, 0, HASHED_BYTES, 0)
    if (size > HASHED_BYTES)
      await file.read(ends, HASHED_BYTES, HASHED_BYTES, Math.max(HASHED_BYTES, size - HASHED_BYTES))
    const hash = createHash('sha256').update(`${size} `).update(ends)
    const suffix = name.slice(name.indexOf('.')) as keyof typeof LESSON_FILES
    return { path, type: LESSON_FILES[suffix], size, hash: hash.digest('base64url').slice(0, 16) }
  } finally {
    await file.close()
  }
}
