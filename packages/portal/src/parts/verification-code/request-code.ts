/** The calls behind "Get code". Loaded when the button is first used. */
import * as verification from '@kerf/contract/endpoints/verification'
import type { OwnScene, PublicScene, Scene } from '@kerf/contract/fields'
import { trackEvent } from '../../lib/analytics/track.ts'
import { callApi } from '../../lib/api/api-client.ts'
import { getLanguage } from '../../lib/page/language.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import type { VerificationCodeRequest } from './verification-code-handle.ts'

export { HumanCheck } from '../human-check/human-check.tsx'

/** Who receives the code: an email address, an enterprise account's mailbox, or the signed-in account's own. */
export type ReceiverKind = 'email' | 'account' | 'own'

export interface CodeRequest {
  readonly kind: ReceiverKind
  readonly scene: Scene
  readonly receiver: string
  /** replaces the call by kind */
  readonly openNonce?: VerificationCodeRequest['open'] | undefined
  /** runs the human check and resolves to its ticket */
  readonly runHumanCheck: () => Promise<string>
  readonly onNonce: (nonce: string) => void
  readonly signal: AbortSignal
}

/** Resolves to the receiver (masked for accounts) and the seconds to wait before the next request. */
export async function requestCode(
  request: CodeRequest,
): Promise<{ nonce: string; sentTo: string; wait: number }> {
  const { nonce, receiver } = await (request.openNonce?.(request.signal) ?? requestNonce(request))
  request.onNonce(nonce)
  // Of a person who is logged in, the server asks for the human check only where no factor was proved minutes ago.
  const ticket = getCurrentToken() === undefined ? await request.runHumanCheck() : undefined
  const { wait } = await callApi(
    verification.sendVerificationCode,
    { receiver, nonce, lang: getLanguage(), ...(ticket !== undefined && { ticket }) },
    { signal: request.signal },
  )
  trackEvent({ event: 'getCode', properties: { scene: request.scene } })
  return { nonce, sentTo: receiver, wait }
}

async function requestNonce({
  kind,
  scene,
  receiver,
  signal,
}: CodeRequest): Promise<{ nonce: string; receiver: string }> {
  switch (kind) {
    case 'account':
      return callApi(verification.verifyEnterpriseAccount, { account: receiver }, { signal })
    // Each form has a scene that its kind of receiver accepts.
    case 'own':
      return callApi(verification.verifyOwnEmail, { scene: scene as OwnScene }, { signal })
    case 'email': {
      const input = { email: receiver, scene: scene as PublicScene }
      const { nonce } = await callApi(verification.verifyEmail, input, { signal })
      return { nonce, receiver }
    }
  }
}
