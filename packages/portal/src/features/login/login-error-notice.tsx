import type { AnyErrorName } from '@kerf/contract/errors'
import * as m from '@kerf/locales/messages'
import { useEffect } from 'react'
import type { ErrorDescription } from '../../lib/api/error-texts.ts'
import { hasFinePointer } from '../../lib/browser/fine-pointer.ts'
import { getDraftEmail } from '../../lib/form/form-draft.ts'
import { insertElements } from '../../lib/text/rich-text.tsx'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './login-error-notice.module.css'

const NO_SUCH_EMAIL = 'email_no_account'
const WRONG_PASSWORD = 'incorrect_account'
const TOO_MANY_TRIES = 'too_many_requests'
const ACCOUNT_EXISTS: readonly (AnyErrorName | undefined)[] = ['has_account', 'email_has_taken']
/** Only customer service can tell why the account is restricted or banned. */
const RESTRICTED: readonly (AnyErrorName | undefined)[] = ['restricted', 'account_ban']

/** The server's error and a link to the next action, if there is one. Errors shown beside their field are not repeated. */
export function LoginErrorNotice({
  error,
  id,
}: {
  error: ErrorDescription | undefined
  id?: string | undefined
}) {
  const isRefused = error?.errorName === WRONG_PASSWORD
  useEffect(() => {
    if (isRefused) selectPassword()
  }, [isRefused])
  const action = nextAction(error?.errorName)
  const text = error?.action === 'field' ? undefined : error?.text?.()
  if (!text && !action) return null
  // Somebody new is invited, not warned.
  const isInvitation = error?.errorName === NO_SUCH_EMAIL
  return (
    <Notice id={id} tone={isInvitation ? 'info' : 'danger'} role={isInvitation ? 'status' : 'alert'}>
      {text}
      {text && action && sentenceSpace()}
      {action}
    </Notice>
  )
}

function nextAction(errorName: AnyErrorName | undefined) {
  if (errorName === NO_SUCH_EMAIL) {
    return (
      <AppLink to="register" className={styles.create}>
        {m.login_create({ email: getDraftEmail() })}
      </AppLink>
    )
  }
  if (errorName === WRONG_PASSWORD) return waysPastPassword()
  if (errorName === TOO_MANY_TRIES) return codeInstead()
  if (errorName !== undefined && ACCOUNT_EXISTS.includes(errorName)) {
    const link = <AppLink to="login">{m.login_title()}</AppLink>
    return insertElements(m.register_has_account({ link: '{link}' }), { link })
  }
  if (errorName !== undefined && RESTRICTED.includes(errorName)) {
    return <HelpLink>{m.customer_service()}</HelpLink>
  }
  return undefined
}

const passwordInput = () => document.querySelector<HTMLInputElement>('input[autocomplete="current-password"]')

/**
 * Selects the wrong password: the next key replaces it. On a touchscreen the keyboard would cover the notice, so nothing is selected
 * there. A person who went on to another field before the answer came stays in that field.
 */
function selectPassword(): void {
  if (!hasFinePointer()) return
  const input = passwordInput()
  const focused = document.activeElement ?? document.body
  if (!input || !(focused === input || focused.matches('body, [type="submit"]'))) return
  input.focus()
  input.select()
}

/** A new password, or a mailed code. */
function waysPastPassword() {
  const isBusiness = !document.getElementById('method-tab-code')
  return (
    <span className={styles.ways}>
      <AppLink to="findpwd" search={isBusiness ? 'account=1' : ''}>
        {m.findpwd_title()}
      </AppLink>
      {!isBusiness && codeInstead(m.login_use_code())}
    </span>
  )
}

/**
 * The way on past too many wrong passwords: a mailed code. The tab is found in the page, because a callback would be part of the
 * first screen's script.
 */
function codeInstead(text = m.login_by_code_instead()) {
  const codeTab = document.getElementById('method-tab-code')
  if (codeTab?.getAttribute('aria-selected') === 'false')
    return (
      <button type="button" className={styles.link} onClick={() => codeTab.click()}>
        {text}
      </button>
    )
  if (!codeTab && passwordInput())
    return (
      <AppLink to="findpwd" search="account=1">
        {m.login_reset_instead()}
      </AppLink>
    )
  return undefined
}
