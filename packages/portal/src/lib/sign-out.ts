import { logout } from '@kerf/contract/endpoints/account'
import { call } from './call.ts'
import { setLeaving } from './expiry.ts'
import { isExpiry } from './failure.ts'
import { endSession } from './session.ts'

/** A session that was dead already counts as ended; any other failure leaves it as it is, and is thrown. */
export async function signOut(): Promise<void> {
  setLeaving(true)
  try {
    await call(logout, undefined)
  } catch (error) {
    if (!isExpiry(error)) throw error
  } finally {
    setLeaving(false)
  }
  endSession()
}
