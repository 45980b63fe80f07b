import { useState } from 'react'

/**
 * Whether all have been answered once: the answers decide how tall a part of the page is, and what follows it must not move. A later try
 * of one that failed changes nothing.
 */
export function useAllAnswered(...answers: readonly { readonly isPending: boolean }[]): boolean {
  const [isReady, setReady] = useState(false)
  if (!isReady && answers.every(({ isPending }) => !isPending)) setReady(true)
  return isReady
}
