/** Stands before every page. A visitor of a visitors' page passes at once; all other cases are considered. */
import { parsePortalUrl } from '@kerf/contract/portal-url'
import type { ParsedLocation } from '@tanstack/react-router'
import { setRequestedReturnUrl } from '../lib/form-draft.ts'
import { withPageLoading } from '../lib/page-loading.ts'
import { getCurrentToken } from '../lib/token.ts'
import { activeLoginStep } from '../routes/active-login-step.ts'
import type { Access } from './access-rules.ts'
import { loadSessionListeners } from './load-session-listeners.ts'

export async function guardRoute(access: Access, location: ParsedLocation): Promise<void> {
  const { r } = parsePortalUrl(location.searchStr)
  if (r !== undefined) setRequestedReturnUrl(r)
  const hasStep = /\bstep=/.test(location.searchStr)
  // A step lasts as long as its address.
  if (!hasStep) activeLoginStep.set(undefined)
  const isFree =
    access === 'anyone' ||
    (typeof access === 'object' && 'loginOf' in access && getCurrentToken() === undefined && !hasStep)
  if (isFree) return
  const [{ resolveAccess }] = await withPageLoading(
    Promise.all([import('./resolve-access.ts'), loadSessionListeners()]),
  )
  await withPageLoading(resolveAccess(access, location))
}
