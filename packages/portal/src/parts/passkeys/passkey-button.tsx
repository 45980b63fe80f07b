import * as m from '@kerf/locales/messages'
import { useForm } from '../../lib/form/use-form.ts'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { FingerprintIcon } from '../../ui/icon/fingerprint-icon.tsx'
import { OtherWay } from '../../ui/other-ways/other-ways.tsx'
import { hasPasskeySupport, isPasskeyPermitted } from './passkey-support.ts'

/** A row among other ways: confirms by a passkey, or says that the page around the frame does not permit it. Nothing where the browser has none. */
export function PasskeyButton({ run }: { run(signal: AbortSignal): Promise<void> }) {
  const form = useForm<never>({ rules: {}, send: (_, signal) => run(signal) })
  if (!hasPasskeySupport()) return null
  return (
    <>
      <OtherWay
        Icon={FingerprintIcon}
        label={m.proof_by_passkey()}
        disabled={!isPasskeyPermitted()}
        pending={form.pending}
        onClick={() => void form.props.onSubmit()}
      />
      {!isPasskeyPermitted() && <p>{m.passkey_forbidden()}</p>}
      <ErrorNotice error={form.submitError} />
    </>
  )
}
