/** Runs the human check that the deployment configures, and resolves to its ticket. */
import { ApiError } from '@kerf/contract/client/client'
import type { ReactNode } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'

type HumanCheck = typeof import('./human-check.tsx').HumanCheck

/**
 * `action`: the action name sent to reCAPTCHA. `show`: renders the check, or removes it when called with null. `isStep`: see
 * `HumanCheckProps`. Rejects if the person cancels or `signal` aborts.
 */
export async function runHumanCheck(
  HumanCheck: HumanCheck,
  action: string,
  show: (dialog: ReactNode) => void,
  signal: AbortSignal,
  isStep?: boolean,
): Promise<string> {
  const { human } = getPageContext().data
  if (human.kind === 'off') return 'off'
  if (human.kind === 'recaptcha') {
    const { recaptchaTicket } = await import('./recaptcha.ts').catch(() => {
      throw new ApiError('unreachable', { reason: 'network' })
    })
    return recaptchaTicket(human.siteKey, action, signal)
  }
  return new Promise<string>((resolve, reject) => {
    const cancel = () => reject(new ApiError('unreachable', { reason: 'abort' }))
    signal.addEventListener('abort', cancel, { once: true })
    show(<HumanCheck onTicket={resolve} onCancel={cancel} isStep={isStep} />)
  }).finally(() => {
    // Who aborts it removes it, perhaps with the place that shows it.
    if (!signal.aborted) show(null)
  })
}
