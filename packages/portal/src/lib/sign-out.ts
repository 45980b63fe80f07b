import { logout } from '@kerf/contract/endpoints/account'
import { call } from './call.ts'
import { isExpiry } from './failure.ts'
import { endSession } from './session.ts'

/** A session that was dead already counts as ended; any other failure leaves it as it is, and is thrown. */
export async function signOut(): Promise<void> {
  try {
    await call(logout, undefined, { expiryIsFine: true })
  } catch (error) {
    if (!isExpiry(error)) throw error
  }
  endSession()
}
