import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { reportNotMe } from '@kerf/contract/endpoints/security'
import { callApi } from '../../lib/api-client.ts'
import { isSessionExpiry } from '../../lib/error-name.ts'
import { endSession } from '../../lib/session.ts'
import { getCurrentToken } from '../../lib/token.ts'

/** Ends every session of the link's account; the one in this browser is let go of if it was among them. */
export async function signOutEverywhere(link: string, signal: AbortSignal): Promise<{ business: boolean }> {
  const done = await callApi(reportNotMe, { link }, { signal })
  if (getCurrentToken() !== undefined) {
    await callApi(getBasicInfo, undefined, { signal, expiryIsFine: true }).catch((error: unknown) => {
      if (isSessionExpiry(error)) endSession()
    })
  }
  return done
}
