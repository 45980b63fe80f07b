/** The courses and their lessons, with the progress of the account where one is signed in. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { listCourses as endpoint } from '@kerf/contract/endpoints/training'
import type { Queryable } from '../../platform/db/database.ts'
import { findCertificates } from '../certificate/find-certificates.ts'
import type { Course, Courses, Lesson, LessonFile } from './course.ts'
import { courseFileUrl } from './course-file-routes.ts'
import { listFinishedLessons } from './finished-lesson-store.ts'

type ListedCourse = OutputOf<typeof endpoint>[number]

const describeLesson = (
  course: Course,
  lesson: Lesson,
  state: { readonly finished: boolean; readonly watchedAgain: boolean },
): ListedCourse['lessons'][number] => {
  const file = (suffix: LessonFile) => courseFileUrl(course, lesson.id + suffix)
  return {
    id: lesson.id,
    title: lesson.title,
    about: lesson.about,
    duration: lesson.milliseconds,
    video: { webm: file('.webm'), mp4: file('.mp4') },
    captions: { en: file('.en.vtt'), zh: file('.zh.vtt') },
    poster: file('.webp'),
    questions: lesson.questions,
    ...state,
  }
}

/** `uid` undefined: nothing is finished. */
export async function listCourses(
  db: Queryable,
  courses: Courses,
  uid: string | undefined,
): Promise<ListedCourse[]> {
  const [finishedLessons, certificates] =
    uid === undefined
      ? [[], { issued: [], revoked: [], ids: new Map<string, string>() }]
      : await Promise.all([listFinishedLessons(db, { uid }), findCertificates(db, uid)])
  const watched = new Map(
    finishedLessons.map(({ course, lesson, watchedAt }) => [`${course}/${lesson}`, watchedAt]),
  )
  return [...courses.values()].map(course => {
    const certificate = certificates.issued.find(one => one.course === course.id)
    const revoked = certificates.revoked.find(one => one.course === course.id)
    return {
      id: course.id,
      title: course.title,
      about: course.about,
      lessons: course.lessons.map(lesson => {
        const watchedAt = watched.get(`${course.id}/${lesson.id}`)
        const since = certificate && (certificate.renewedAt ?? certificate.issuedAt)
        return describeLesson(course, lesson, {
          finished: watchedAt !== undefined,
          watchedAgain: watchedAt !== undefined && since !== undefined && watchedAt > since,
        })
      }),
      certificate: certificate
        ? { number: certificate.number, issued: certificate.issuedAt, renewed: certificate.renewedAt }
        : null,
      certId: certificates.ids.get(course.id) ?? '',
      revoked: revoked ? { number: revoked.number, at: revoked.revokedAt } : null,
    }
  })
}
