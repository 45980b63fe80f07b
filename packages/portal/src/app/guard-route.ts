/** Guards a page. Visitors of a public page pass at once; everything else is decided by `resolve-access.ts`. */
import { parsePortalUrl } from '@kerf/contract/portal-url'
import type { HistoryLocation } from '@tanstack/history'
import { activeLoginStep } from '../features/login/active-login-step.ts'
import { requestedReturnUrl } from '../lib/form/form-draft.ts'
import { withPageLoading } from '../lib/page/page-loading.ts'
import { getCurrentToken } from '../lib/token/token.ts'
import type { Access } from './access-rules.ts'
import { loadSessionListeners } from './load-session-listeners.ts'

export async function guardRoute(access: Access, location: HistoryLocation): Promise<void> {
  requestedReturnUrl.set(parsePortalUrl(location.search).r ?? '')
  const hasStep = /\bstep=/.test(location.search)
  // A step is shown as long as it is in the URL.
  if (!hasStep) activeLoginStep.set(undefined)
  const isVisitorOfLogin =
    typeof access === 'object' && 'loginFor' in access && getCurrentToken() === undefined && !hasStep
  if (access === 'anyone' || isVisitorOfLogin) return
  const [{ resolveAccess }] = await withPageLoading(
    Promise.all([import('./resolve-access.ts'), loadSessionListeners()]),
  )
  await withPageLoading(resolveAccess(access, location))
}
