/** A watch session: the server credits a first viewing from its start to its end (S-093). */
import { ApiError } from '@kerf/contract/client/client'
import {
  type CourseId,
  finishWatchSession,
  reportWatchPosition,
  startWatchSession,
} from '@kerf/contract/endpoints/training'
import { useEffect, useMemo, useRef } from 'react'
import { callApi } from '../../lib/api/api-client.ts'

/** `ended`: the session no longer counts; `short`: the credited time does not cover the video yet; `away`: no answer. */
export type WatchError = 'ended' | 'short' | 'away'

export interface WatchSession {
  start(): Promise<WatchError | undefined>
  /** Milliseconds: takes the position of the video, resolves to the credited position. */
  report(position: number): Promise<WatchError | number>
  finish(): Promise<WatchError | undefined>
}

function watchErrorOf(error: unknown): WatchError {
  if (!(error instanceof ApiError)) return 'away'
  if (error.errorName === 'expired') return 'ended'
  return error.errorName === 'training_not_finished' ? 'short' : 'away'
}

/** Calls `onFinished` when the lesson is recorded, with whether its course is finished too. */
export function useWatchSession(
  course: CourseId,
  lesson: string,
  onFinished: (courseFinished: boolean) => void,
): WatchSession {
  const finished = useRef(onFinished)
  useEffect(() => {
    finished.current = onFinished
  }, [onFinished])
  return useMemo(() => {
    let id: string | undefined
    const inSession = async <T>(work: (watch: string) => Promise<T>): Promise<T | WatchError> =>
      id === undefined ? 'ended' : work(id).catch(watchErrorOf)
    return {
      async start() {
        try {
          id = (await callApi(startWatchSession, { course, lesson })).watch
          return undefined
        } catch (error) {
          return watchErrorOf(error)
        }
      },
      report: position =>
        inSession(async watch => (await callApi(reportWatchPosition, { watch, position })).position),
      finish: () =>
        inSession(async watch => {
          const { courseFinished } = await callApi(finishWatchSession, { watch })
          finished.current(courseFinished)
          return undefined
        }),
    }
  }, [course, lesson])
}
