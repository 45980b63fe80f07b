/** The place in a form for the way of a one-time code. The route fills it, since asking for codes is a feature of its own. */
import type { Scene } from '@kerf/contract/fields'
import { type ComponentType, useRef } from 'react'
import type { FieldRule } from '../../lib/field-rules.ts'
import type { FormHandle } from '../../lib/use-form.ts'

/** Another way to the nonce of a code than by naming a mailbox. */
export interface VerificationCodeRequest {
  /** tells one from another */
  readonly receiver: string
  open(signal: AbortSignal): Promise<{ nonce: string; receiver: string }>
}

export interface VerificationCodeFieldProps {
  readonly scene: Scene
  /** whose mailbox, and the input that names it; `own`: the signed-in account's, which none names; default `email` */
  readonly kind?: 'email' | 'account' | 'own'
  readonly opening?: VerificationCodeRequest
  readonly form: FormHandle<'captcha'> | FormHandle<'email' | 'captcha'> | FormHandle<'account' | 'captcha'>
  readonly link: VerificationCodeHandle
}

export type VerificationCodeFieldComponent = ComponentType<VerificationCodeFieldProps>

interface VerificationCodeState {
  nonce(): string | undefined
  readonly rule: FieldRule
}

/** Tells the form what its code part knows. */
export interface VerificationCodeHandle {
  provide(state: VerificationCodeState): void
  nonce(): string
  readonly rule: FieldRule
}

export function useVerificationCodeHandle(): VerificationCodeHandle {
  const state = useRef<VerificationCodeState>(undefined)
  return {
    provide(next) {
      state.current = next
    },
    nonce: () => state.current?.nonce() ?? '',
    rule: (value, others) => state.current?.rule(value, others),
  }
}
