import { ApiError } from '@kerf/contract/client/client'
import { createRoot, type Root } from 'react-dom/client'

/** Adds an element to the page. Returns a function that removes it. */
type Place = (element: Element) => () => void

const atEndOfBody: Place = element => {
  document.body.append(element)
  return () => element.remove()
}

/**
 * Runs `work` with a React root above whatever the page shows, and removes the root afterwards. Rejects if `work` calls `cancel`
 * or `signal` aborts.
 */
export async function renderAbove<T>(
  signal: AbortSignal,
  work: (root: Root, cancel: () => void) => Promise<T>,
  place = atEndOfBody,
): Promise<T> {
  const host = document.createElement('div')
  const remove = place(host)
  const root = createRoot(host)
  try {
    return await new Promise<T>((resolve, reject) => {
      const cancel = () => reject(new ApiError('unreachable', { reason: 'abort' }))
      signal.addEventListener('abort', cancel)
      work(root, cancel).then(resolve, reject)
    })
  } finally {
    root.unmount()
    remove()
  }
}
