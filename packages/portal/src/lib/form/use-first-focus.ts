import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import { useEffect } from 'react'
import { documentCookies, readCookie } from '../browser/cookie.ts'
import { hasFinePointer } from '../browser/fine-pointer.ts'
import { isLoginPath } from '../page/login-path.ts'

/**
 * Focuses the first field of a page that was opened by its address, where the person has not begun elsewhere. After a navigation the
 * heading has the focus and keeps it.
 */
export function useFirstFocus(name: string): void {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) focusFirstField(name)
  }, [name])
}

/**
 * Not where a screen keyboard would cover the page, in a frame without the focus, or on a login page where accounts are offered in
 * place of the form.
 */
export function focusFirstField(name: string): void {
  if (!document.hasFocus() || !hasFinePointer()) return
  const offersAccounts = readCookie(documentCookies(), ACCOUNT_COUNT_COOKIE) !== undefined
  if (offersAccounts && isLoginPath(location.pathname)) return
  document.querySelector<HTMLElement>(`main input[name="${name}"]`)?.focus({ preventScroll: true })
}
