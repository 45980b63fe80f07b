import * as m from '@kerf/locales/messages'
import { AppLink } from '../../lib/app-link.tsx'
import type { Explained } from '../../lib/explain.ts'
import { Notice } from '../../ui/Notice.tsx'

const NO_SUCH_EMAIL = 20114
const ACCOUNT_EXISTS: readonly number[] = [20115, 20116]

/** What the server refused, and the way on where there is one. A fault beside its field is not said twice. */
export function FaultNotice({ fault }: { fault: Explained | undefined }) {
  const way =
    fault?.code === NO_SUCH_EMAIL
      ? 'register'
      : ACCOUNT_EXISTS.includes(fault?.code ?? 0)
        ? 'login'
        : undefined
  if (!fault?.text || (fault.action === 'field' && !way)) return null
  return (
    <Notice tone="danger" role="alert">
      {fault.text()}{' '}
      {way && <AppLink to={way}>{way === 'login' ? m.login_title() : m.register_name()}</AppLink>}
    </Notice>
  )
}
