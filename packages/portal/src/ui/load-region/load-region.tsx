import { ui_load_failed_advice } from '@kerf/locales/messages'
import { type ReactNode, useRef } from 'react'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { useFocusFallback } from '../../lib/page/use-focus-fallback.ts'
import { LoadError } from '../load-error/load-error.tsx'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'

/** State of a request, as `useQuery` and `useInfiniteQuery` return it. */
export interface LoadState<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isPending: boolean
  refetch(): Promise<unknown>
}

interface Props<T> {
  query: LoadState<T>
  /** Keeps the skeleton although the answer is there: the page still waits for another request. */
  isWaiting?: boolean
  skeleton: ReactNode
  /** Announced while the content loads. */
  loadingText: string
  /** Announced when it changes after the content has loaded. */
  statusText?: string | undefined
  /** Whether the content offers more. Its button disappears with the last page. */
  hasMore?: boolean
  /** Says what failed, where the error itself says no more than that something did. */
  errorText?: (() => string) | undefined
  /** A drawing above the error. */
  errorPicture?: ReactNode
  /** The drawing is beside the error: the content is a list in a card. */
  isErrorRow?: boolean
  className?: string | undefined
  children(data: T): ReactNode
}

/**
 * Content that a request loads: a skeleton, the error with a retry button, or the content. Screen readers hear which of
 * them is shown, and the region takes the focus when the focused button disappears.
 */
export function LoadRegion<T>({
  query,
  isWaiting = false,
  skeleton,
  loadingText,
  statusText,
  hasMore = false,
  errorText,
  errorPicture,
  isErrorRow,
  className,
  children,
}: Props<T>) {
  const { data, error, isPending, refetch } = isWaiting
    ? { ...query, data: undefined, error: null, isPending: true }
    : query
  const region = useRef<HTMLDivElement>(null)
  const isFailed = data === undefined && error !== null
  useFocusFallback(region, hasMore, hasEnded)
  return (
    <div ref={region} tabIndex={-1} className={className} aria-busy={isPending}>
      <VisuallyHidden role="status">{isPending ? loadingText : statusText}</VisuallyHidden>
      {isPending && skeleton}
      {isFailed && (
        <LoadError
          error={describe(error, errorText)}
          onRetry={() => void refetch()}
          picture={errorPicture}
          isRow={isErrorRow}
        />
      )}
      {data !== undefined && children(data)}
    </div>
  )
}

function describe(error: Error, errorText: (() => string) | undefined) {
  const description = createErrorDescription(error)
  const isKnown = description.errorName !== undefined && description.errorName !== 'system'
  return errorText && !isKnown ? { text: errorText, advice: ui_load_failed_advice } : description
}

const hasEnded = (hadMore: boolean, hasMore: boolean): boolean => hadMore && !hasMore
