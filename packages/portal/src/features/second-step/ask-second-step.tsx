/** Asks for the second step of a login, above whatever the page shows. */
import type { SecondStep } from '@kerf/contract/endpoints/factors'
import { renderAbove } from '../../lib/render-above.ts'
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
