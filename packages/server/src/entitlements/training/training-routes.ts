import {
  checkCertificate,
  listCourses as coursesEndpoint,
  finishWatchSession,
  getCertificateArtwork,
  getCertificatePdf,
  getCertificateStatus,
  issueCertificate,
  reportWatchPosition,
  startWatchSession,
} from '@kerf/contract/endpoints/training'
import type { CallContext } from '../../platform/http/context.ts'
import type { AddRoute } from '../../platform/http/route.ts'
import type { DrawCertificate } from '../certificate/draw-certificate.ts'
import type { Prizes } from '../certificate/prizes.ts'
import type { Course, Courses } from './course.ts'
import { courseFileUrl } from './course-file-routes.ts'
import type { createWatchSessions, Viewer } from './watch-session.ts'
import { WATCH_COOKIE_SECONDS } from './watch-session-store.ts'

export interface TrainingRoutes {
  readonly courses: Courses
  readonly watch: ReturnType<typeof createWatchSessions>
  readonly prizes: Prizes
  readonly draw: DrawCertificate
}

export function trainingRoutes(add: AddRoute, { courses, watch, prizes, draw }: TrainingRoutes): void {
  add(coursesEndpoint, async (_, context) => {
    const session = await context.getOptionalSession()
    const progress = session?.kind === 'personal' ? await prizes.progress(session.uid) : []
    return [...courses.values()].map(course => {
      const own = progress.find(one => one.course === course.id)
      const { certificate } = own ?? {}
      return {
        ...describe(course, own?.lessons),
        certificate: certificate ? { number: certificate.number, issued: certificate.issued } : null,
      }
    })
  })
  add(startWatchSession, async ({ course, lesson }, context) => {
    const { cookie, ...started } = await watch.start(viewerOf(context), course, lesson)
    if (cookie !== undefined) context.setWatchSession(cookie, WATCH_COOKIE_SECONDS)
    return started
  })
  add(reportWatchPosition, ({ watch: id, position }, context) => watch.beat(viewerOf(context), id, position))
  add(finishWatchSession, ({ watch: id }, context) => watch.finish(viewerOf(context), id))
  add(getCertificateStatus, (_, { session }) => prizes.info(session.uid))
  add(issueCertificate, async ({ certId }, { session, caller }) => {
    const { number, issued } = await prizes.complete(session, certId, caller)
    return { number, issued }
  })
  add(getCertificatePdf, async ({ course }, { session, caller, sendFile }) => {
    const certificate = await prizes.certificate(session.uid, course)
    return sendFile(`certificate-${course}.pdf`, await draw.pdf(session.uid, certificate, caller.lang))
  })
  add(getCertificateArtwork, async ({ course }, { session, caller }) => {
    const certificate = await prizes.certificate(session.uid, course)
    return { name: `certificate-${course}.svg`, svg: await draw.svg(session.uid, certificate, caller.lang) }
  })
  add(checkCertificate, (_, { params, caller }) => prizes.check(params.number ?? '', caller))
}

const viewerOf = ({
  getOptionalSession,
  watchSession,
  caller,
}: Pick<CallContext<unknown>, 'getOptionalSession' | 'watchSession' | 'caller'>): Viewer => ({
  session: getOptionalSession,
  cookie: watchSession,
  caller,
})

const describe = (course: Course, done: ReadonlySet<string> | undefined) => {
  const { id, title, about, lessons } = course
  return {
    id,
    title,
    about,
    lessons: lessons.map(lesson => {
      const file = (end: string) => courseFileUrl(course, lesson.id + end)
      return {
        id: lesson.id,
        title: lesson.title,
        about: lesson.about,
        duration: lesson.milliseconds,
        video: { webm: file('.webm'), mp4: file('.mp4') },
        captions: { en: file('.en.vtt'), zh: file('.zh.vtt') },
        poster: file('.webp'),
        finished: done?.has(lesson.id) ?? false,
      }
    }),
  }
}
