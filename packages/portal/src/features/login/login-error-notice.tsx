import type { AnyErrorName } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { insertElements } from '../../lib/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'

const NO_SUCH_EMAIL = 'email_no_account'
const ACCOUNT_EXISTS: readonly (AnyErrorName | undefined)[] = ['has_account', 'email_has_taken']
/** Only customer service can tell why the account is restricted or banned. */
const RESTRICTED: readonly (AnyErrorName | undefined)[] = ['restricted', 'account_ban']

/** The server's error and a link to the next action, if there is one. Errors shown beside their field are not repeated. */
export function LoginErrorNotice({ error }: { error: ErrorDescription | undefined }) {
  const action = nextAction(error?.errorName)
  const text = error?.action === 'field' ? undefined : error?.text?.()
  if (!text && !action) return null
  return (
    <Notice tone="danger" role="alert">
      {text} {action}
    </Notice>
  )
}

function nextAction(errorName: AnyErrorName | undefined) {
  if (errorName === NO_SUCH_EMAIL) {
    return insertElements(m.login_new({ link: '{link}' }), {
      link: <AppLink to="register">{m.register_name()}</AppLink>,
    })
  }
  if (errorName !== undefined && ACCOUNT_EXISTS.includes(errorName)) {
    const link = <AppLink to="login">{m.login_title()}</AppLink>
    return insertElements(m.register_has_account({ link: '{link}' }), { link })
  }
  if (errorName !== undefined && RESTRICTED.includes(errorName)) {
    return (
      <a href={getPageContext().data.brand.helpUrl} target="_blank" rel="noopener">
        {m.customer_service()}
      </a>
    )
  }
  return undefined
}
