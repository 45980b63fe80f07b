/** The usage event of a social sign-in. Pure. */
import type { TrackedEvent } from '@kerf/contract/tracking/tracking'
import type { Resolution } from './resolve-result.ts'
import type { StartedFlow } from './social-flow-storage.ts'

/** Undefined where nobody signs in, and where the connect step decides: see `connect-account.ts`. */
export function describeOutcome(
  { utoken, step }: Resolution,
  started: StartedFlow | undefined,
): TrackedEvent | undefined {
  if (started?.op !== 'login' || step?.kind === 'connect') return undefined
  const properties = { method: started.channel, ok: utoken !== undefined }
  return { event: step?.kind === 'welcome' ? 'register' : 'login', properties }
}

/** Whether the next page is one of an app, so that no page of the portal can send the event. */
export const leavesPortal = ({ utoken, step, uri }: Resolution, origin: string, embedded: boolean): boolean =>
  utoken !== undefined && !step && uri !== '' && !embedded && new URL(uri).origin !== origin
