import {
  finishWatchSession as finishEndpoint,
  listCourses as listCoursesEndpoint,
  reportWatchPosition as reportEndpoint,
  startWatchSession as startEndpoint,
} from '@kerf/contract/endpoints/training'
import type { AddRoute, CallContext } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Courses } from './course.ts'
import type { FinishWatchSession } from './finish-watch-session.ts'
import { listCourses } from './list-courses.ts'
import type { ReportWatchPosition } from './report-watch-position.ts'
import type { StartWatchSession } from './start-watch-session.ts'
import { readWatchCookie, setWatchCookie } from './watch-cookie.ts'
import type { Viewer } from './watch-viewer.ts'

export interface TrainingUseCases {
  readonly startWatchSession: StartWatchSession
  readonly reportWatchPosition: ReportWatchPosition
  readonly finishWatchSession: FinishWatchSession
}

export function trainingRoutes(add: AddRoute, db: Queryable, courses: Courses, use: TrainingUseCases): void {
  add(listCoursesEndpoint, async (_, context) => {
    const session = await context.findSession()
    return listCourses(db, courses, session?.kind === 'personal' ? session.uid : undefined)
  })
  add(startEndpoint, async ({ course, lesson }, context) => {
    const { id, duration, cookie } = await use.startWatchSession(viewerOf(context), course, lesson)
    if (cookie !== undefined) setWatchCookie(context, cookie)
    return { watch: id, duration }
  })
  add(reportEndpoint, async ({ watch: id, position }, context) => ({
    position: await use.reportWatchPosition(viewerOf(context), id, position),
  }))
  add(finishEndpoint, ({ watch: id }, context) => use.finishWatchSession(viewerOf(context), id))
}

const viewerOf = (context: CallContext): Viewer => ({
  getSession: () => context.findSession(),
  cookie: readWatchCookie(context),
  caller: context.caller,
})
