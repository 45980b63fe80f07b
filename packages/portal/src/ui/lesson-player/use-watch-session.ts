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
import { callApi } from '../../lib/api-client.ts'

/** `ended`: this viewing counts no more; `short`: the time spent does not cover the video yet; `away`: no answer. */
export type WatchError = 'ended' | 'short' | 'away'

export interface WatchSession {
  begin(): Promise<WatchError | undefined>
  /** milliseconds in and out: where the video stands, and how much of it is proven */
  beat(position: number): Promise<WatchError | number>
  finish(): Promise<WatchError | undefined>
}

function faultOf(error: unknown): WatchError {
  if (!(error instanceof ApiError)) return 'away'
  return error.errorName === 'expired'
    ? 'ended'
    : error.errorName === 'training_not_finished'
      ? 'short'
      : 'away'
}

/** `onFinished`: the lesson is recorded; `courseFinished` with it the course. */
export function useWatchSession(
  course: CourseId,
  lesson: string,
  onFinished: (courseFinished: boolean) => void,
): WatchSession {
  const finished = useRef(onFinished)
  finished.current = onFinished
  return useMemo(() => {
    let watch: string | undefined
    const withWatch = async <T>(work: (watch: string) => Promise<T>): Promise<T | WatchError> => {
      if (watch === undefined) return 'ended'
      return work(watch).catch(faultOf)
    }
    return {
      async begin() {
        try {
          watch = (await callApi(startWatchSession, { course, lesson })).watch
          return undefined
        } catch (error) {
          return faultOf(error)
        }
      },
      beat: position =>
        withWatch(async watch => (await callApi(reportWatchPosition, { watch, position })).position),
      finish: () =>
        withWatch(async watch => {
          const { courseFinished } = await callApi(finishWatchSession, { watch })
          finished.current(courseFinished)
          return undefined
        }),
    }
  }, [course, lesson])
}
