import { useEffect, useState } from 'react'

/** A request may take a minute. The page is not held back as long as that. */
const WAIT_MAX_MS = 5_000

interface Answer {
  readonly isPending: boolean
  /** 'idle' while pending: the query is not enabled yet, and its time has not begun */
  readonly fetchStatus?: string
}

/**
 * Whether all have been answered once: the answers decide how tall a part of the page is, and what follows it must not move. After five
 * seconds of waiting the page is shown without the missing answers. A later try of one that failed changes nothing.
 */
export function useAllAnswered(...answers: readonly Answer[]): boolean {
  const [isReady, setReady] = useState(false)
  if (!isReady && answers.every(({ isPending }) => !isPending)) setReady(true)
  const isWaiting =
    !isReady && answers.some(({ isPending, fetchStatus }) => isPending && fetchStatus !== 'idle')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setReady(true), WAIT_MAX_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isReady
}
