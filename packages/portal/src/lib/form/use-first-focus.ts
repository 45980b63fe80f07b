import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import { useEffect } from 'react'
import { documentCookies, readCookie } from '../browser/cookie.ts'
import { isLoginPath } from '../page/login-path.ts'

/**
 * Focuses the first field of a page that was opened by its address. Not where a screen keyboard would cover the page, where the person
 * has begun elsewhere, in a frame without the focus, or on a login page where accounts are offered in place of the form. After a
 * navigation the heading has the focus and keeps it.
 */
export function useFirstFocus(name: string): void {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    if (!document.hasFocus() || !matchMedia('(pointer: fine)').matches) return
    const offersAccounts = readCookie(documentCookies(), ACCOUNT_COUNT_COOKIE) !== undefined
    if (offersAccounts && isLoginPath(location.pathname)) return
    document.querySelector<HTMLElement>(`main input[name="${name}"]`)?.focus({ preventScroll: true })
  }, [name])
}
