import { logout } from '@kerf/contract/endpoints/account'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { isExpiry } from '../../lib/failure.ts'
import { explainFault } from '../../lib/faults.ts'
import { endSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast-store.ts'

/** A session that was dead already counts as ended; any other failure leaves it as it is, and says so. */
export function useSignOut(onSignedOut: () => void) {
  const [signingOut, setSigningOut] = useState(false)

  async function signOut() {
    if (signingOut) return
    setSigningOut(true)
    try {
      await call(logout, undefined, { expiryIsFine: true })
    } catch (error) {
      if (!isExpiry(error)) {
        const { text } = await explainFault(error)
        if (text) toast(text(), 'danger')
        return setSigningOut(false)
      }
    }
    endSession()
    onSignedOut()
  }
  return { signingOut, signOut }
}
