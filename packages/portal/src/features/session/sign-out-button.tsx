import { logout } from '@kerf/contract/endpoints/account'
import { profile_log_out } from '@kerf/locales/messages'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { isExpiry } from '../../lib/failure.ts'
import { explainFault } from '../../lib/faults.ts'
import { endSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast-store.ts'

/** A session that was dead already counts as ended; any other failure leaves it as it is, and says so. */
export function SignOutButton({ onSignedOut }: { onSignedOut(): void }) {
  const [pending, setPending] = useState(false)

  async function signOut() {
    setPending(true)
    try {
      await call(logout, undefined, { expiryIsFine: true })
    } catch (error) {
      if (!isExpiry(error)) {
        const { text } = await explainFault(error)
        if (text) toast(text(), 'danger')
        return setPending(false)
      }
    }
    endSession()
    onSignedOut()
  }

  return (
    <Button variant="secondary" pending={pending} onClick={signOut}>
      {profile_log_out()}
    </Button>
  )
}
