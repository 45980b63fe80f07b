import { useState } from 'react'
import { explainFault } from '../../lib/faults.ts'
import { hrefTo } from '../../lib/links.ts'
import { page } from '../../lib/page.ts'
import { signOut as endSessionHere } from '../../lib/sign-out.ts'
import { tellSisters } from '../../lib/sister-hosts.ts'
import { toast } from '../../ui/toast-region/toast-store.ts'

/** A failure leaves the session as it is, and says so. */
export function useSignOut(onSignedOut: () => void) {
  const [signingOut, setSigningOut] = useState(false)

  async function signOut() {
    if (signingOut) return
    setSigningOut(true)
    try {
      await endSessionHere()
    } catch (error) {
      const { text } = await explainFault(error)
      if (text) toast(text(), 'danger')
      return setSigningOut(false)
    }
    if (page().data.sisters.length > 0) await tellSisters(new URL(hrefTo('login'), location.href).href)
    onSignedOut()
  }
  return { signingOut, signOut }
}
