import type { InputOf } from '@kerf/contract/endpoint'
import { connectSocialFlow } from '@kerf/contract/endpoints/social'
import { callApi } from '../../lib/api-client.ts'
import { errorNameOf } from '../../lib/error-name.ts'
import { startSession } from '../../lib/session.ts'

export interface ConnectCallbacks {
  /** the session has started; `created`: for a new account */
  onConnected(created: boolean): Promise<void>
  /** the flow has expired and must be started again */
  onExpired(): void
}

const EXPIRED = 'expired'

/** Completes the flow, which can be done once. Rejects with the error that the form shows. */
export async function connectAccount(
  given: InputOf<typeof connectSocialFlow>,
  { onConnected, onExpired }: ConnectCallbacks,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { utoken, created } = await callApi(connectSocialFlow, given, { signal })
    startSession(utoken)
    await onConnected(created)
  } catch (error) {
    if (errorNameOf(error) !== EXPIRED) throw error
    onExpired()
  }
}
