import type { InputOf } from '@kerf/contract/endpoint'
import { connectSocialFlow } from '@kerf/contract/endpoints/social'
import { trackEvent } from '../../lib/analytics/track.ts'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { rememberSignIn } from '../../lib/session/remember-sign-in.ts'
import { startSession } from '../../lib/session/session.ts'
import type { SocialFlow } from './use-social-flow.ts'

export interface ConnectCallbacks {
  /** the session has started; `created`: for a new account */
  onConnected(created: boolean): Promise<void>
  /** the flow has expired and must be started again */
  onExpired(): void
}

const EXPIRED = 'expired'

/** Completes the flow, which can be done once. Rejects with the error that the form shows. */
export async function linkIdentity(
  given: InputOf<typeof connectSocialFlow>,
  { channel, needs }: Pick<SocialFlow, 'channel' | 'needs'>,
  { onConnected, onExpired }: ConnectCallbacks,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { utoken, created } = await trackConnection(
      callApi(connectSocialFlow, given, { signal }),
      channel,
      needs === 'email',
    )
    rememberSignIn(channel)
    startSession(utoken)
    await onConnected(created)
  } catch (error) {
    if (errorNameOf(error) !== EXPIRED) throw error
    onExpired()
  }
}

/** `creates`: whether a failed request would have created an account. */
async function trackConnection<T extends { readonly created: boolean }>(
  request: Promise<T>,
  method: string,
  creates: boolean,
): Promise<T> {
  const track = (created: boolean, ok: boolean) =>
    trackEvent({ event: created ? 'register' : 'login', properties: { method, ok } })
  try {
    const result = await request
    track(result.created, true)
    return result
  } catch (error) {
    track(creates, false)
    throw error
  }
}
