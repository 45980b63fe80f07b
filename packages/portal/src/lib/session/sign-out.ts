import { logout } from '@kerf/contract/endpoints/session'
import { callApi } from '../api/api-client.ts'
import { isSessionExpiry } from '../api/error-name.ts'
import { setSigningOut } from '../token/session-expiry.ts'
import { endSession } from './session.ts'

/** Ends the session. One that is already expired counts as ended; any other error is thrown and the session stays. */
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
