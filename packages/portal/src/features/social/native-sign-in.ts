/** An app that signs in with a provider by itself hands over what it got (specification 3, decisions 8). */
import { loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { callHost, hostOffers } from '../../lib/bridge/host.ts'
import { call } from '../../lib/call.ts'
import { errorNameOf } from '../../lib/failure.ts'
import { onlyError, type Result, toResult } from './judge-result.ts'
import type { Begun } from './social-memory.ts'

const AUTHORIZATION_FAILED = 'social_authorization_failed'
/** The provider whose token is a proof of identity rather than of access. */
const GIVES_IDENTITY = 'apple'

export const signsInNatively = (): boolean => hostOffers('login.open')

/** `elsewhere`: the app does not know this provider. `given-up`: the person changed their mind. */
export async function signInNatively(
  begun: Begun,
  signal: AbortSignal,
): Promise<Result | 'elsewhere' | 'given-up'> {
  const { op, channel } = begun
  const asked = await callHost('login.open', { channel }, { signal })
  if (!asked.ok) {
    if (asked.reason === 'unsupported') return 'elsewhere'
    return asked.reason === 'refused' || asked.reason === 'cancelled'
      ? 'given-up'
      : onlyError(AUTHORIZATION_FAILED, begun)
  }
  const { cid, token } = asked.value
  const proof = channel === GIVES_IDENTITY ? { idToken: token } : { accessToken: token }
  try {
    const {
      code,
      utoken,
      flow = '',
    } = await call(loginWithAccessToken, { cid, op, ...proof }, { params: { channel }, signal })
    return toResult({ code, utoken, flow, op, channel, created: false, uri: '' })
  } catch (error) {
    return onlyError(errorNameOf(error) ?? 'unreachable', begun)
  }
}
