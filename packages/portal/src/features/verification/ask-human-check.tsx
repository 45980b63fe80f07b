/** Runs the human check for a call that the server answers only after one, above whatever the page shows. */
import { ApiError } from '@kerf/contract/client'
import { createRoot } from 'react-dom/client'
import { HumanCheckDialog } from './human-check-dialog.tsx'
import { runHumanCheck } from './run-human-check.tsx'

const RECAPTCHA_ACTION = 'limit'

/** Resolves to the ticket. Rejects if the person cancels or `signal` aborts. */
export async function askHumanCheck(signal: AbortSignal): Promise<string> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  try {
    return await Promise.race([
      runHumanCheck(HumanCheckDialog, RECAPTCHA_ACTION, dialog => root.render(dialog), signal),
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new ApiError('unreachable', { reason: 'abort' })))
      }),
    ])
  } finally {
    root.unmount()
    host.remove()
  }
}
