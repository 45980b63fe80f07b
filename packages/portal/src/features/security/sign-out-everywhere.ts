import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { reportNotMe } from '@kerf/contract/endpoints/security'
import { call } from '../../lib/call.ts'
import { isExpiry } from '../../lib/failure.ts'
import { endSession } from '../../lib/session.ts'
import { currentToken } from '../../lib/token.ts'

/** Ends every session of the link's account; the one in this browser is let go of if it was among them. */
export async function signOutEverywhere(link: string, signal: AbortSignal): Promise<{ business: boolean }> {
  const done = await call(reportNotMe, { link }, { signal })
  if (currentToken() !== undefined) {
    await call(getBasicInfo, undefined, { signal, expiryIsFine: true }).catch((error: unknown) => {
      if (isExpiry(error)) endSession()
    })
  }
  return done
}
