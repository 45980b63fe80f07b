/**
 * A viewing that the server proves: begun, told where it stands, finished. Shared by the training page and the welder's:
 * hand what it gives to `ui/LessonPlayer`.
 */
import { ApiError } from '@kerf/contract/client'
import {
  type CourseId,
  finishWatchSession,
  reportWatchPosition,
  startWatchSession,
} from '@kerf/contract/endpoints/training'
import { useMemo, useRef } from 'react'
import { call } from './call.ts'

/** `ended`: this viewing counts no more; `short`: the time spent does not cover the video yet; `away`: no answer. */
export type WatchFault = 'ended' | 'short' | 'away'

export interface LessonWatch {
  begin(): Promise<WatchFault | undefined>
  /** milliseconds in and out: where the video stands, and how much of it is proven */
  beat(position: number): Promise<WatchFault | number>
  finish(): Promise<WatchFault | undefined>
}

function faultOf(error: unknown): WatchFault {
  if (!(error instanceof ApiError)) return 'away'
  return error.errorName === 'expired'
    ? 'ended'
    : error.errorName === 'training_not_finished'
      ? 'short'
      : 'away'
}

/** `onFinished`: the lesson is recorded; `courseFinished` with it the course. */
export function useLessonWatch(
  course: CourseId,
  lesson: string,
  onFinished: (courseFinished: boolean) => void,
): LessonWatch {
  const finished = useRef(onFinished)
  finished.current = onFinished
  return useMemo(() => {
    let watch: string | undefined
    const withWatch = async <T>(work: (watch: string) => Promise<T>): Promise<T | WatchFault> => {
      if (watch === undefined) return 'ended'
      return work(watch).catch(faultOf)
    }
    return {
      async begin() {
        try {
          watch = (await call(startWatchSession, { course, lesson })).watch
          return undefined
        } catch (error) {
          return faultOf(error)
        }
      },
      beat: position =>
        withWatch(async watch => (await call(reportWatchPosition, { watch, position })).position),
      finish: () =>
        withWatch(async watch => {
          const { courseFinished } = await call(finishWatchSession, { watch })
          finished.current(courseFinished)
          return undefined
        }),
    }
  }, [course, lesson])
}
