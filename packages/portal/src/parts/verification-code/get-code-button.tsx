import { VERIFICATION_CODE_RESEND_SECONDS } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { Button } from '../../ui/button/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './get-code-button.module.css'
import type { VerificationCode } from './use-verification-code.tsx'

const preload = () => void import('./request-code.ts').catch(() => {})

/** Requests a verification code, then counts down until the next request. Rendered as the `action` of the code field. */
export function GetCodeButton({ code }: { code: VerificationCode }) {
  const { remaining, hasRequested } = code
  const again = hasRequested ? m.verification_resend() : m.verification_get_code()
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        pending={code.pending}
        aria-disabled={remaining > 0 || undefined}
        onClick={code.request}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <span className={styles.label}>
          <span>{remaining > 0 ? m.verification_resend_in({ seconds: remaining }) : again}</span>
          <span className={styles.widest} aria-hidden="true">
            {m.verification_resend_in({ seconds: VERIFICATION_CODE_RESEND_SECONDS })}
          </span>
        </span>
      </Button>
      <VisuallyHidden role="status">{code.sent}</VisuallyHidden>
      {code.dialog}
    </>
  )
}
