import * as m from '@kerf/locales/messages'
import { useForm } from '../../lib/form/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { hasPasskeySupport, isPasskeyPermitted } from './passkey-support.ts'

/** Confirms by a passkey, or says that the page around the frame does not permit it. Nothing where the browser has none. */
export function PasskeyButton({ run }: { run(signal: AbortSignal): Promise<void> }) {
  const form = useForm<never>({ rules: {}, send: (_, signal) => run(signal) })
  if (!hasPasskeySupport()) return null
  return (
    <>
      <Button
        variant="secondary"
        disabled={!isPasskeyPermitted()}
        pending={form.pending}
        onClick={() => void form.props.onSubmit()}
      >
        {m.proof_by_passkey()}
      </Button>
      {!isPasskeyPermitted() && <p>{m.passkey_forbidden()}</p>}
      <ErrorNotice error={form.submitError} />
    </>
  )
}
