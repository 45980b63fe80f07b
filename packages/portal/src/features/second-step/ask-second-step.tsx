/** Asks for the second step of a login, above whatever the page shows. */
import { ApiError } from '@kerf/contract/client'
import type { SecondStep } from '@kerf/contract/endpoints/factors'
import { createRoot } from 'react-dom/client'
import { type PassedStep, SecondStepDialog } from './second-step-dialog.tsx'
import { SetupStepDialog } from './setup-step-dialog.tsx'

/** Resolves once the session has started on the server. Rejects if the person cancels or `signal` aborts. */
export async function askSecondStep(step: SecondStep, signal: AbortSignal): Promise<PassedStep> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  try {
    return await new Promise<PassedStep>((resolve, reject) => {
      const cancel = () => reject(new ApiError('unreachable', { reason: 'abort' }))
      signal.addEventListener('abort', cancel)
      const ends = { onPassed: resolve, onCancel: cancel }
      root.render(
        step.methods.includes('setup') ? (
          <SetupStepDialog flow={step.flow} {...ends} />
        ) : (
          <SecondStepDialog step={step} {...ends} />
        ),
      )
    })
  } finally {
    root.unmount()
    host.remove()
  }
}
