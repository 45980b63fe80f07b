/** An app that signs in with a provider by itself hands over what it got (specification 3, decisions 8). */
import { loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { callApi } from '../../lib/api-client.ts'
import { callHost, hostSupports } from '../../lib/bridge/host.ts'
import { errorNameOf } from '../../lib/error-name.ts'
import { errorResult, type SocialResult, toResult } from './resolve-result.ts'
import type { StartedFlow } from './social-flow-storage.ts'

const AUTHORIZATION_FAILED = 'social_authorization_failed'
/** The provider whose token is a proof of identity rather than of access. */
const ID_TOKEN_CHANNEL = 'apple'

export const hasNativeSignIn = (): boolean => hostSupports('login.open')

/** `elsewhere`: the app does not know this provider. `given-up`: the person changed their mind. */
export async function signInNatively(
  begun: StartedFlow,
  signal: AbortSignal,
): Promise<SocialResult | 'elsewhere' | 'given-up'> {
  const { op, channel } = begun
  const asked = await callHost('login.open', { channel }, { signal })
  if (!asked.ok) {
    if (asked.reason === 'unsupported') return 'elsewhere'
    return asked.reason === 'refused' || asked.reason === 'cancelled'
      ? 'given-up'
      : errorResult(AUTHORIZATION_FAILED, begun)
  }
  const { cid, token } = asked.value
  const proof = channel === ID_TOKEN_CHANNEL ? { idToken: token } : { accessToken: token }
  try {
    const {
      code,
      utoken,
      flow = '',
    } = await callApi(loginWithAccessToken, { cid, op, ...proof }, { params: { channel }, signal })
    return toResult({ code, utoken, flow, op, channel, created: false, uri: '' })
  } catch (error) {
    return errorResult(errorNameOf(error) ?? 'unreachable', begun)
  }
}
