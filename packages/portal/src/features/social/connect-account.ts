import type { InputOf } from '@kerf/contract/endpoint'
import { connectSocialFlow } from '@kerf/contract/endpoints/social'
import { callApi } from '../../lib/api-client.ts'
import { errorNameOf } from '../../lib/error-name.ts'
import { startSession } from '../../lib/session.ts'

export interface ConnectCallbacks {
  /** signed in; `created`: to a new account */
  onConnected(created: boolean): Promise<void>
  /** the step is too old: it begins anew */
  onExpired(): void
}

const EXPIRED = 'expired'

/** Uses the step up. Rejects with what the form is to say. */
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
