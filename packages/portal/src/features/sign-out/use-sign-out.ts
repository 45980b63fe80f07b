import { profile_logged_out } from '@kerf/locales/messages'
import { useState } from 'react'
import { describeError } from '../../lib/api/describe-error.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { signOut as endSessionHere } from '../../lib/session/sign-out.ts'
import { portalHref } from '../../lib/url/links.ts'
import { toast } from '../../ui/toast/toast.ts'
import { syncCookies } from './cookie-sync.ts'

/** Signs out of this browser, which a toast confirms. On an error, the session stays and a toast explains why. */
export function useSignOut(onSignedOut: () => void) {
  const [signingOut, setSigningOut] = useState(false)

  async function signOut() {
    if (signingOut) return
    setSigningOut(true)
    try {
      await endSessionHere()
    } catch (error) {
      const { text } = await describeError(error)
      if (text) toast(text(), 'danger')
      return setSigningOut(false)
    }
    if (getPageContext().data.sisters.length > 0)
      await syncCookies(new URL(portalHref('login'), location.href).href)
    onSignedOut()
    toast(profile_logged_out(), 'success')
  }
  return { signingOut, signOut }
}
