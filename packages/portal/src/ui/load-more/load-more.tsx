import type { ReactNode } from 'react'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { Button } from '../button/button.tsx'
import { ErrorNotice } from '../error-notice/error-notice.tsx'
import styles from './load-more.module.css'

interface Props {
  /** State of the request, as `useInfiniteQuery` returns it. */
  query: {
    readonly error: Error | null
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    fetchNextPage(): Promise<unknown>
  }
  children: ReactNode
}

/** Button that loads the next page of a list. Shows why the last attempt failed; gone with the last page. */
export function LoadMore({
  query: { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  children,
}: Props) {
  return (
    <>
      {isFetchNextPageError && <ErrorNotice error={createErrorDescription(error)} />}
      {hasNextPage && (
        <Button
          variant="secondary"
          className={styles.more}
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {children}
        </Button>
      )}
    </>
  )
}
