/** Calls that want a fresh proof (`proof_required`): asks for it in a dialog, then makes the call again. */
import { ApiError } from '@kerf/contract/client'
import { type ReactNode, useRef, useState } from 'react'
import type { CodePart } from '../../lib/code-link.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { createProver } from './prover.ts'

export interface FreshProof {
  /** Resolves like `work`. Giving the dialog up ends like a call that we gave up ourselves: nothing is said. */
  prove<T>(work: () => Promise<T>): Promise<T>
  /** belongs into the page, outside of any form */
  readonly dialog: ReactNode
}

interface Asking {
  done(): void
  giveUp(): void
}

export function useFreshProof(options: {
  /** without one, only a code by e-mail proves anything */
  readonly hasPassword: boolean
  readonly email: string
  readonly codePart: CodePart
}): FreshProof {
  const [asking, setAsking] = useState<Asking>()
  const prover = useRef<ReturnType<typeof createProver>>(undefined)
  prover.current ??= createProver(() =>
    new Promise<void>((resolve, reject) => {
      setAsking({
        done: () => resolve(),
        giveUp: () => reject(new ApiError('unreachable', { reason: 'abort' })),
      })
    }).finally(() => setAsking(undefined)),
  )
  return {
    prove: prover.current,
    dialog: asking && <ProofDialog {...options} onProved={asking.done} onCancel={asking.giveUp} />,
  }
}
