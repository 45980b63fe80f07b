import type { Scene } from '@kerf/contract/fields'
import { login_code, login_code_first, verification_spam, verification_submits } from '@kerf/locales/messages'
import { useLayoutEffect } from 'react'
import { verificationCodeRule } from '../../lib/form/lazy-field-rules.ts'
import type { FormHandle } from '../../lib/form/use-form.ts'
import { account } from '../../lib/session/account.ts'
import { joinSentences } from '../../lib/text/sentence-space.ts'
import { CodeField } from '../../ui/code-field/code-field.tsx'
import { DeliveryNotice } from './delivery-notice.tsx'
import { GetCodeButton } from './get-code-button.tsx'
import { useVerificationCode } from './use-verification-code.tsx'
import type { VerificationCodeFieldProps } from './verification-code-handle.ts'

/** Forms that ask for nothing after the code. The last digit submits them. */
const SUBMITTING_SCENES: readonly Scene[] = ['login', 'verify']

/** Input for a verification code, with the button that requests a code. */
export function VerificationCodeField({
  scene,
  kind = 'email',
  request,
  handle,
  isLater,
  isStep,
  onComplete,
  ...props
}: VerificationCodeFieldProps) {
  const form = props.form as FormHandle<'email' | 'account' | 'captcha'>
  const code = useVerificationCode({
    scene,
    kind,
    // The uid separates the codes of two accounts that sign in one after the other in this tab.
    receiver: () =>
      request?.receiver ?? (kind === 'own' ? (account.get()?.info.uid ?? '') : form.value(kind)),
    check: request ? () => request.check?.() ?? true : () => kind === 'own' || form.validateField(kind),
    open: request?.open,
    isStep,
    onSent: () => form.focus('captcha'),
    onError: form.showError,
  })
  useLayoutEffect(() =>
    handle.provide({
      nonce: code.nonce,
      request: () => {
        if (code.remaining > 0) return false
        code.request()
        return true
      },
      cancel: code.cancel,
      rule: (value, others) => {
        if (isLater && !code.hasRequested) return undefined
        return verificationCodeRule(value, others) ?? (code.nonce() ? undefined : login_code_first)
      },
    }),
  )
  const { report } = handle
  const { pending, hasRequested } = code
  useLayoutEffect(() => report({ pending, hasRequested }), [report, pending, hasRequested])
  if (isLater && !hasRequested) return code.dialog
  const isSubmitting = SUBMITTING_SCENES.includes(scene)
  return (
    <>
      <CodeField
        name="captcha"
        label={login_code()}
        error={form.error('captcha')}
        // The person is told before entering the code that the last digit submits the form (WCAG 2.2, 3.2.2).
        hint={joinSentences([
          code.sent,
          isSubmitting && hasRequested && verification_submits(),
          code.sent && verification_spam(),
        ])}
        action={<GetCodeButton code={code} />}
        onComplete={onComplete ?? (isSubmitting ? form.submitIfValid : undefined)}
      />
      <DeliveryNotice nonce={hasRequested ? code.nonce() : undefined} />
    </>
  )
}
