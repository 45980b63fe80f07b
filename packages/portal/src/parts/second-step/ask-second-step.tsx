/** Asks for the second step of a login, above whatever the page shows. */
import type { SecondStep } from '@kerf/contract/endpoints/factors'
import type { RefusedCall } from '../../lib/api/interceptors.ts'
import { renderAbove } from '../../lib/page/render-above.ts'
import { type PassedStep, SecondStepDialog } from './second-step-dialog.tsx'
import { SetupStepDialog } from './setup-step-dialog.tsx'

/** Resolves once the session has started on the server. Rejects if the person cancels or `signal` aborts. */
export const askSecondStep = (step: SecondStep, signal: AbortSignal): Promise<PassedStep> =>
  renderAbove(
    signal,
    (root, cancel) =>
      new Promise<PassedStep>(resolve => {
        const ends = { onPassed: resolve, onCancel: cancel }
        root.render(
          step.methods.includes('setup') ? (
            <SetupStepDialog flow={step.flow} {...ends} />
          ) : (
            <SecondStepDialog step={step} {...ends} />
          ),
        )
      }),
  )

/** Continues a login that needs a second step, which answers as the call would have. */
export async function continueWithSecondStep({ error, signal }: RefusedCall): Promise<PassedStep> {
  const { flow, methods } = (error as { readonly data?: Partial<SecondStep> }).data ?? {}
  // Without a flow the error is not about a login.
  if (flow === undefined || !methods) throw error
  return askSecondStep({ flow, methods }, signal)
}
