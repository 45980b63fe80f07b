/** Stands before every page. A visitor of a visitors' page passes at once; all other cases are considered. */
import { parsePortalUrl } from '@kerf/contract/portal-url'
import type { ParsedLocation } from '@tanstack/react-router'
import { whileBusy } from '../lib/busy.ts'
import { carryReturn } from '../lib/carried.ts'
import { loginStep } from '../lib/login-step.ts'
import { currentToken } from '../lib/token.ts'
import type { Access } from './guard-rules.ts'
import { watchingSession } from './session-soon.ts'

export async function guard(access: Access, location: ParsedLocation): Promise<void> {
  const { r } = parsePortalUrl(location.searchStr)
  if (r !== undefined) carryReturn(r)
  const hasStep = /\bstep=/.test(location.searchStr)
  // A step lasts as long as its address.
  if (!hasStep) loginStep.set(undefined)
  const isFree =
    access === 'anyone' ||
    (typeof access === 'object' && 'loginOf' in access && currentToken() === undefined && !hasStep)
  if (isFree) return
  const [{ consider }] = await whileBusy(Promise.all([import('./consider.ts'), watchingSession()]))
  await whileBusy(consider(access, location))
}
