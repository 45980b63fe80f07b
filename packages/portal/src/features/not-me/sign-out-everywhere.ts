import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { reportNotMe } from '@kerf/contract/endpoints/security'
import { callApi } from '../../lib/api/api-client.ts'
import { isSessionExpiry } from '../../lib/api/error-name.ts'
import { endSession } from '../../lib/session/session.ts'
import { getCurrentToken } from '../../lib/token/token.ts'

/** Ends all sessions of the account that the emailed link belongs to. Signs out here if this session was one of them. */
export async function signOutEverywhere(link: string, signal: AbortSignal): Promise<{ business: boolean }> {
  const result = await callApi(reportNotMe, { link }, { signal })
  if (getCurrentToken() !== undefined) {
    await callApi(getBasicInfo, undefined, { signal, expiryIsFine: true }).catch((error: unknown) => {
      if (isSessionExpiry(error)) endSession()
    })
  }
  return result
}
