import { useState } from 'react'
import { explainFault } from '../../lib/faults.ts'
import { signOut as endSessionHere } from '../../lib/sign-out.ts'
import { toast } from '../../ui/toast-store.ts'

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
    onSignedOut()
  }
  return { signingOut, signOut }
}
