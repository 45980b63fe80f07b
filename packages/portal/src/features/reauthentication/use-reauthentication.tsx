/** Calls that want a fresh proof (`proof_required`): asks for it in a dialog, then makes the call again. */
import { ApiError } from '@kerf/contract/client'
import { type ReactNode, useRef, useState } from 'react'
import type { VerificationCodeFieldComponent } from '../../ui/code-field/verification-code-slot.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import { createReauthenticator } from './reauthenticator.ts'

export interface Reauthentication {
  /** Resolves like `work`. Giving the dialog up ends like a call that we gave up ourselves: nothing is said. */
  withReauthentication<T>(work: () => Promise<T>): Promise<T>
  /** belongs into the page, outside of any form */
  readonly dialog: ReactNode
}

interface PendingRequest {
  done(): void
  giveUp(): void
}

export function useReauthentication(options: {
  /** without one, only a code by e-mail proves anything */
  readonly hasPassword: boolean
  readonly email: string
  readonly verificationCodeField: VerificationCodeFieldComponent
}): Reauthentication {
  const [asking, setAsking] = useState<PendingRequest>()
  const prover = useRef<ReturnType<typeof createReauthenticator>>(undefined)
  prover.current ??= createReauthenticator(() =>
    new Promise<void>((resolve, reject) => {
      setAsking({
        done: () => resolve(),
        giveUp: () => reject(new ApiError('unreachable', { reason: 'abort' })),
      })
    }).finally(() => setAsking(undefined)),
  )
  return {
    withReauthentication: prover.current,
    dialog: asking && (
      <ReauthenticationDialog {...options} onReauthenticated={asking.done} onCancel={asking.giveUp} />
    ),
  }
}
