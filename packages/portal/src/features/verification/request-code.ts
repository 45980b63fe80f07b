/** The calls behind "Get code". Loaded when the button is used for the first time. */
import * as verification from '@kerf/contract/endpoints/verification'
import type { Scene } from '@kerf/contract/fields'
import { call } from '../../lib/call.ts'
import type { CodeOpening } from '../../lib/code-link.ts'
import { language } from '../../lib/language.ts'
import { track } from '../../lib/track.ts'

export { HumanCheckDialog } from './human-check-dialog.tsx'

/** Whose mailbox: an e-mail as typed, that of an enterprise account, or the signed-in account's own. */
export type ReceiverKind = 'email' | 'account' | 'own'

export interface CodeRequest {
  readonly kind: ReceiverKind
  readonly scene: Scene
  readonly receiver: string
  /** instead of a call by kind */
  readonly openNonce?: CodeOpening['open'] | undefined
  /** asks the person for the human check and resolves to its ticket */
  readonly runHumanCheck: () => Promise<string>
  readonly onNonce: (nonce: string) => void
  readonly signal: AbortSignal
}

/** Resolves to where the code went (masked for accounts) and the seconds to wait before the next. */
export async function requestCode(
  request: CodeRequest,
): Promise<{ nonce: string; sentTo: string; wait: number }> {
  const { nonce, receiver } = await (request.openNonce?.(request.signal) ?? requestNonce(request))
  request.onNonce(nonce)
  const ticket = await request.runHumanCheck()
  const { wait } = await call(
    verification.sendVerificationCode,
    { receiver, nonce, ticket, lang: language() },
    { signal: request.signal },
  )
  track({ event: 'getCode', properties: { scene: request.scene } })
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
      return call(verification.verifyEnterpriseAccount, { account: receiver }, { signal })
    case 'own':
      return call(verification.verifyOwnEmail, { scene }, { signal })
    case 'email': {
      const { nonce } = await call(verification.verifyEmail, { email: receiver, scene }, { signal })
      return { nonce, receiver }
    }
  }
}
