/** What a query answers: a skeleton, the answer, or why there is none, with another try. */
import * as m from '@kerf/locales/messages'
import { Skeleton, useFocusFallback } from '@kerf/portal/console-ui'
import { type ReactNode, useRef } from 'react'
import { Failure } from './failure.tsx'
import styles from './loaded.module.css'

export interface LoadedQuery<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  refetch(): Promise<unknown>
}

const SKELETON_LINES = 4
/** The button for another try leaves with it. */
const hasLostButton = (hadFailed: boolean, hasFailed: boolean): boolean => hadFailed && !hasFailed

/** An answer stays on the screen while the query runs again, and when that fails. */
export function Loaded<T>({ query, children }: { query: LoadedQuery<T>; children: (data: T) => ReactNode }) {
  const { data, error, isFetching, refetch } = query
  const region = useRef<HTMLDivElement>(null)
  useFocusFallback(region, error !== null, hasLostButton)
  return (
    <div ref={region} tabIndex={-1} className={styles.loaded} aria-busy={isFetching}>
      <Failure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {data !== undefined && children(data)}
      {data === undefined && error === null && (
        <div className={styles.skeleton} role="status" aria-label={m.ui_loading()}>
          {Array.from({ length: SKELETON_LINES }, (_, index) => (
            <Skeleton key={String(index)} shape="line" />
          ))}
        </div>
      )}
    </div>
  )
}
