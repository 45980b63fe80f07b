/** Asks for the second step of a login, in the place of its form. */
import type { SecondStep } from '@kerf/contract/endpoints/factors'
import type { RefusedCall } from '../../lib/api/interceptors.ts'
import { renderAbove } from '../../lib/page/render-above.ts'
import { replaceMain } from '../../lib/page/replace-main.ts'
import { type PassedStep, SecondStepForm } from './second-step-form.tsx'
import { SetupStep } from './setup-step.tsx'

/** What the person typed into the form that the step replaces. */
const typedAddress = () =>
  document.querySelector<HTMLInputElement>('main input[autocomplete^="username"]')?.value.trim()

/** Resolves once the session has started on the server. Rejects if the person cancels or `signal` aborts. */
export const askSecondStep = (step: SecondStep, signal: AbortSignal): Promise<PassedStep> =>
  renderAbove(
    signal,
    (root, cancel) =>
      new Promise<PassedStep>(resolve => {
        const ends = { address: typedAddress(), onPassed: resolve, onCancel: cancel }
        root.render(
          step.methods.includes('setup') ? (
            <SetupStep flow={step.flow} {...ends} />
          ) : (
            <SecondStepForm step={step} {...ends} />
          ),
        )
      }),
    replaceMain,
  )

/** Continues a login that needs a second step, which answers as the call would have. */
export async function continueWithSecondStep({ error, signal }: RefusedCall): Promise<PassedStep> {
  const { flow, methods } = (error as { readonly data?: Partial<SecondStep> }).data ?? {}
  // Without a flow the error is not about a login.
  if (flow === undefined || !methods) throw error
  return askSecondStep({ flow, methods }, signal)
}
