/** Retries calls that require reauthentication (`proof_required`) after a dialog has confirmed the person's identity. */
import { ApiError } from '@kerf/contract/client'
import { type ReactNode, useState } from 'react'
import type { VerificationCodeFieldComponent } from '../../ui/code-field/verification-code-slot.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import { createReauthenticator } from './reauthenticator.ts'

export interface Reauthentication {
  /** Resolves like `work`. If the dialog is cancelled, it rejects like an aborted call, which shows no error. */
  withReauthentication<T>(work: () => Promise<T>): Promise<T>
  /** Render it outside of any form. */
  readonly dialog: ReactNode
}

interface PendingRequest {
  complete(): void
  cancel(): void
}

export function useReauthentication(options: {
  /** false: only a code by email can confirm the identity */
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
  readonly email: string
  readonly verificationCodeField: VerificationCodeFieldComponent
}): Reauthentication {
  const [request, setRequest] = useState<PendingRequest>()
  const [withReauthentication] = useState(() =>
    createReauthenticator(() =>
      new Promise<void>((resolve, reject) => {
        setRequest({
          complete: () => resolve(),
          cancel: () => reject(new ApiError('unreachable', { reason: 'abort' })),
        })
      }).finally(() => setRequest(undefined)),
    ),
  )
  return {
    withReauthentication,
    dialog: request && (
      <ReauthenticationDialog {...options} onReauthenticated={request.complete} onCancel={request.cancel} />
    ),
  }
}
