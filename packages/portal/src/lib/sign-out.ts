import { logout } from '@kerf/contract/endpoints/account'
import { callApi } from './api-client.ts'
import { isSessionExpiry } from './error-name.ts'
import { endSession } from './session.ts'
import { setSigningOut } from './session-expiry.ts'

/** A session that was dead already counts as ended; any other failure leaves it as it is, and is thrown. */
export async function signOut(): Promise<void> {
  setSigningOut(true)
  try {
    await callApi(logout, undefined)
  } catch (error) {
    if (!isSessionExpiry(error)) throw error
  } finally {
    setSigningOut(false)
  }
  endSession()
}
