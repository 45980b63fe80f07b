/** Runs the human check for a call that the server answers only after one, above whatever the page shows. */
import type { RefusedCall } from '../../lib/api/interceptors.ts'
import { renderAbove } from '../../lib/page/render-above.ts'
import { HumanCheck } from './human-check.tsx'
import { runHumanCheck } from './run-human-check.tsx'

const RECAPTCHA_ACTION = 'limit'

const hasTicket = (input: unknown): boolean =>
  typeof input !== 'object' || input === null || 'ticket' in input

/**
 * A limit is used up, perhaps by a stranger: the person passes a human check, and the call is repeated with its ticket. Rejects
 * if the person cancels or the call is aborted.
 */
export async function repeatWithHumanCheck({ error, input, signal, repeat }: RefusedCall): Promise<unknown> {
  if (hasTicket(input)) throw error
  const ticket = await renderAbove(signal, root =>
    runHumanCheck(HumanCheck, RECAPTCHA_ACTION, dialog => root.render(dialog), signal),
  )
  return repeat({ ticket })
}
