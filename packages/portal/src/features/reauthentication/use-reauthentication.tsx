/** Retries calls that require reauthentication (`proof_required`) after a dialog has confirmed the person's identity. */
import { ApiError } from '@kerf/contract/client'
import type { SecondStepMethod } from '@kerf/contract/endpoints/factors'
import { type ReactNode, useState } from 'react'
import type { VerificationCodeFieldComponent } from '../../ui/code-field/verification-code-slot.ts'
import { FactorReauthenticationDialog } from './factor-reauthentication-dialog.tsx'
import { type MissingProof, ReauthenticationDialog } from './reauthentication-dialog.tsx'
import { createReauthenticator } from './reauthenticator.ts'

export interface Reauthentication {
  /** Resolves like `work`. If the dialog is cancelled, it rejects like an aborted call, which shows no error. */
  withReauthentication<T>(work: () => Promise<T>): Promise<T>
  /** Render it outside of any form. */
  readonly dialog: ReactNode
}

interface PendingRequest {
  /** of the second factor; undefined: the account has none */
  readonly methods: readonly SecondStepMethod[] | undefined
  /** the only proof that counts, beside one that was given */
  readonly missing: MissingProof | undefined
  complete(): void
  cancel(): void
}

export function useReauthentication(options: {
  /** false: only a code by email can confirm the identity */
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
  readonly email: string
  /** undefined: the account's mailbox proves nothing */
  readonly verificationCodeField: VerificationCodeFieldComponent | undefined
}): Reauthentication {
  const [request, setRequest] = useState<PendingRequest>()
  const [withReauthentication] = useState(() =>
    createReauthenticator(error =>
      new Promise<void>((resolve, reject) => {
        const { data } = error as { readonly data?: Pick<Partial<PendingRequest>, 'methods' | 'missing'> }
        setRequest({
          methods: data?.methods,
          missing: data?.missing,
          complete: () => resolve(),
          cancel: () => reject(new ApiError('unreachable', { reason: 'abort' })),
        })
      }).finally(() => setRequest(undefined)),
    ),
  )
  return {
    withReauthentication,
    dialog:
      request &&
      (request.methods ? (
        <FactorReauthenticationDialog
          methods={request.methods}
          hasPasskey={options.hasPasskey}
          onReauthenticated={request.complete}
          onCancel={request.cancel}
        />
      ) : (
        <ReauthenticationDialog
          {...options}
          missing={request.missing}
          onReauthenticated={request.complete}
          onCancel={request.cancel}
        />
      )),
  }
}
