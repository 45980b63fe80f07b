/** Asks a person to confirm their identity, above whatever the page shows. */
import type { SecondStepMethod } from '@kerf/contract/endpoints/factors'
import { renderAbove } from '../../lib/page/render-above.ts'
import { account } from '../../lib/session/account.ts'
import { FactorReauthenticationDialog } from './factor-reauthentication-dialog.tsx'
import { type MissingProof, ReauthenticationDialog } from './reauthentication-dialog.tsx'

/** What the answer that requires reauthentication says about it. */
interface RequiredProof {
  /** of the second factor; undefined: the account has none */
  readonly methods?: readonly SecondStepMethod[]
  /** the only proof that counts, beside one that was given */
  readonly missing?: MissingProof
}

/** Resolves once the identity is confirmed. Rejects if the person cancels, leaves the page or is signed out. */
export async function askReauthentication(error: unknown): Promise<void> {
  const info = account.get()?.info
  if (!info) throw error
  const { methods, missing } = (error as { readonly data?: RequiredProof }).data ?? {}
  const left = new AbortController()
  const { signal } = left
  window.addEventListener('popstate', () => left.abort(), { signal })
  const unsubscribe = account.subscribe(() => account.get() === undefined && left.abort())
  const show = (root: Parameters<Parameters<typeof renderAbove<void>>[1]>[0], onCancel: () => void) =>
    new Promise<void>(onReauthenticated => {
      const ends = { info, onReauthenticated, onCancel }
      root.render(
        methods ? (
          <FactorReauthenticationDialog methods={methods} {...ends} />
        ) : (
          <ReauthenticationDialog missing={missing} {...ends} />
        ),
      )
    })
  await renderAbove(signal, show).finally(() => {
    unsubscribe()
    left.abort()
  })
}
