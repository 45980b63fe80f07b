/** Asks a person to confirm their identity, above whatever the page shows. Loaded when a page without cards of its own needs it. */
import {
  type MissingProof,
  ReauthenticationDialog,
} from '../features/reauthentication/reauthentication-dialog.tsx'
import type { FullInfo } from '../lib/account.ts'
import { renderAbove } from '../lib/render-above.ts'
import { VerificationCodeField } from './verification-code-field.tsx'

/** Resolves once the person is confirmed. Rejects if they cancel. `error`: the answer that asked for it. */
export const askProof = ({ hasPassword, passkeys, email }: FullInfo, error: unknown): Promise<void> =>
  renderAbove(
    new AbortController().signal,
    (root, cancel) =>
      new Promise<void>(resolve => {
        const { data } = error as { readonly data?: { readonly missing?: MissingProof } }
        root.render(
          <ReauthenticationDialog
            hasPassword={hasPassword}
            hasPasskey={passkeys > 0}
            email={email}
            verificationCodeField={VerificationCodeField}
            missing={data?.missing}
            onReauthenticated={resolve}
            onCancel={cancel}
          />,
        )
      }),
  )
