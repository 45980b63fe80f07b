import { ApiError } from '@kerf/contract/client/client'
import { createRoot, type Root } from 'react-dom/client'

/**
 * Runs `work` with a React root above whatever the page shows, and removes the root afterwards. Rejects if `work` calls `cancel`
 * or `signal` aborts.
 */
export async function renderAbove<T>(
  signal: AbortSignal,
  work: (root: Root, cancel: () => void) => Promise<T>,
): Promise<T> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  try {
    return await new Promise<T>((resolve, reject) => {
      const cancel = () => reject(new ApiError('unreachable', { reason: 'abort' }))
      signal.addEventListener('abort', cancel)
      work(root, cancel).then(resolve, reject)
    })
  } finally {
    root.unmount()
    host.remove()
  }
}
