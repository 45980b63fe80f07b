/** Finds the courses at start: one sub-folder with a `course.json`, one course. A course without one is not given. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COURSES, type CourseId } from '@kerf/contract/endpoints/training'
import * as v from 'valibot'
import { type Course, type CourseFile, type Courses, courseFile, LESSON_FILES } from './course.ts'

/**
 * Bytes at a file's beginning and end that tell it, with its length, from another version of it: two encodings differ in
 * both, captions are read whole, and a start need not read every video.
 */
const TOLD_BY = 16 * 1024

/** All courses of `folder`. Throws with the course and what is wrong with it. */
export async function readCourses(folder: string): Promise<Courses> {
  const given = COURSES.filter(id => existsSync(join(folder, id, 'course.json')))
  const read = given.map(async id => [id, await readCourse(join(folder, id), id)] as const)
  return new Map(await Promise.all(read))
}

async function readCourse(folder: string, id: CourseId): Promise<Course> {
  const fail = (problem: string): never => {
    throw new Error(`course ${folder}: ${problem}`)
  }
  const source = await readFile(join(folder, 'course.json'), 'utf8')
  const result = v.safeParse(courseFile, parseJson(source) ?? fail('course.json is no JSON'))
  if (!result.success) {
    const [issue] = result.issues
    return fail(`course.json: ${issue.message} at ${v.getDotPath(issue) ?? 'its top'}`)
  }
  const text = result.output
  if (text.id !== id) return fail(`id is ${text.id}, but must equal the folder's name`)
  const names = text.lessons.flatMap(lesson => Object.keys(LESSON_FILES).map(end => lesson.id + end))
  const files = names.map(async name => [name, await readFacts(folder, name, fail)] as const)
  return { ...text, files: new Map(await Promise.all(files)) }
}

const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

async function readFacts(
  folder: string,
  name: string,
  fail: (problem: string) => never,
): Promise<CourseFile> {
  const path = join(folder, name)
  const file = await open(path).catch(() => fail(`${name} is missing`))
  try {
    const { size } = await file.stat()
    const ends = Buffer.alloc(2 * TOLD_BY)
    await file.read(ends, 0, TOLD_BY, 0)
    if (size > TOLD_BY) await file.read(ends, TOLD_BY, TOLD_BY, Math.max(TOLD_BY, size - TOLD_BY))
    const hash = createHash('sha256').update(`${size} `).update(ends)
    const end = name.slice(name.indexOf('.')) as keyof typeof LESSON_FILES
    return { path, type: LESSON_FILES[end], size, hash: hash.digest('base64url').slice(0, 16) }
  } finally {
    await file.close()
  }
}
