/** Runs the human check for a call that the server answers only after one, above whatever the page shows. */
import { renderAbove } from '../../lib/render-above.ts'
import { HumanCheckDialog } from './human-check-dialog.tsx'
import { runHumanCheck } from './run-human-check.tsx'

const RECAPTCHA_ACTION = 'limit'

/** Resolves to the ticket. Rejects if the person cancels or `signal` aborts. */
export const askHumanCheck = (signal: AbortSignal): Promise<string> =>
  renderAbove(signal, root =>
    runHumanCheck(HumanCheckDialog, RECAPTCHA_ACTION, dialog => root.render(dialog), signal),
  )
