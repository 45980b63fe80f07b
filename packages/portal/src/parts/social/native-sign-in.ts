/** Social sign-in by the host app: the app signs in with the provider and passes the provider's token to the page. */
import { loginWithAccessToken } from '@kerf/contract/endpoints/social'
import type { SignInAgreement } from '@kerf/contract/fields'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { callHost, hostSupports } from '../../lib/bridge/host.ts'
import { errorResult, type SocialResult, toResult } from './resolve-result.ts'
import type { StartedFlow } from './social-flow-storage.ts'

const AUTHORIZATION_FAILED = 'social_authorization_failed'
/** The channel whose token is an ID token instead of an access token. */
const ID_TOKEN_CHANNEL = 'apple'

export const hasNativeSignIn = (): boolean => hostSupports('login.open')

/** `unsupported`: the app does not support this provider. `cancelled`: the person cancelled. */
export async function signInNatively(
  started: StartedFlow,
  agreement: SignInAgreement,
  signal: AbortSignal,
): Promise<SocialResult | 'unsupported' | 'cancelled'> {
  const { op, channel } = started
  const response = await callHost('login.open', { channel }, { signal })
  if (!response.ok) {
    if (response.reason === 'unsupported') return 'unsupported'
    return response.reason === 'refused' || response.reason === 'cancelled'
      ? 'cancelled'
      : errorResult(AUTHORIZATION_FAILED, started)
  }
  const { cid, token, openId, nonce } = response.value
  const proof = {
    ...(channel === ID_TOKEN_CHANNEL ? { idToken: token } : { accessToken: token }),
    ...(openId !== undefined && { openId }),
    ...(nonce !== undefined && { nonce }),
  }
  try {
    const {
      code,
      utoken,
      flow = '',
      methods,
    } = await callApi(loginWithAccessToken, { cid, op, agreement, ...proof }, { params: { channel }, signal })
    return toResult({ code, utoken, flow, op, channel, created: false, uri: '', methods })
  } catch (error) {
    return errorResult(errorNameOf(error) ?? 'unreachable', started)
  }
}
