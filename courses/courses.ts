/** The courses, and their texts: as a program, a step of the build, it writes `course.json` and the captions of each. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LessonQuestions } from './draw/questions.ts'
import type { DrawnCourse, DrawnLesson } from './draw/stage.ts'
import { course as laser } from './laser/lessons.ts'
import { questions as laserQuestions } from './laser/questions.ts'
import { course as printer } from './printer/lessons.ts'
import { questions as printerQuestions } from './printer/questions.ts'
import { course as welder } from './welder/lessons.ts'
import { questions as welderQuestions } from './welder/questions.ts'

export const courses: readonly { readonly course: DrawnCourse; readonly questions: LessonQuestions }[] = [
  { course: laser, questions: laserQuestions },
  { course: printer, questions: printerQuestions },
  { course: welder, questions: welderQuestions },
]

/** Seconds. */
export const durationOf = (lesson: DrawnLesson): number =>
  lesson.scenes.reduce((sum, { seconds }) => sum + seconds, 0)

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

const describeCourse = ({ id, version, title, about, lessons }: DrawnCourse, questions: LessonQuestions) => ({
  ...{ id, version, title, about },
  lessons: lessons.map(lesson => ({
    id: lesson.id,
    title: lesson.title,
    about: lesson.about,
    milliseconds: Math.round(durationOf(lesson) * 1000),
    questions: questions[lesson.id],
  })),
})

if (import.meta.main)
  for (const { course, questions } of courses) {
    const folder = join(import.meta.dirname, course.id)
    for (const lesson of course.lessons)
      for (const language of ['en', 'zh'] as const)
        await writeFile(join(folder, `${lesson.id}.${language}.vtt`), captionsOf(lesson, language))
    const description = JSON.stringify(describeCourse(course, questions), null, 2)
    await writeFile(join(folder, 'course.json'), `${description}\n`)
  }
