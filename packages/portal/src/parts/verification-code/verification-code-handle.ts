/** The contract between a form and its verification code field. */
import type { Scene } from '@kerf/contract/fields'
import { type SubmitEvent, useRef, useState } from 'react'
import type { FieldRule } from '../../lib/form/field-rules.ts'
import type { FormHandle } from '../../lib/form/use-form.ts'
import { getPageContext } from '../../lib/page/page-context.ts'

/** Requests a code by other means than an email address, for example by a social sign-in flow. */
export interface VerificationCodeRequest {
  /** Identifies the receiver: a code is valid for one receiver only. */
  readonly receiver: string
  /** validates what names the receiver, and shows its errors */
  check?(): boolean
  open(signal: AbortSignal): Promise<{ nonce: string; receiver: string }>
}

export interface VerificationCodeFieldProps {
  readonly scene: Scene
  /**
   * The input that names the receiver: `email` (default) or `account`. `own`: the mailbox of the signed-in account, without
   * an input.
   */
  readonly kind?: 'email' | 'account' | 'own'
  readonly request?: VerificationCodeRequest
  readonly form: FormHandle<'captcha'> | FormHandle<'email' | 'captcha'> | FormHandle<'account' | 'captcha'>
  readonly handle: VerificationCodeHandle
  /** the boxes appear once a code was requested: until then, the button of the form requests it */
  readonly isLater?: boolean
  /** the human check is a step: see `HumanCheckProps` */
  readonly isStep?: boolean
  /** called with the last digit; by default it submits the forms that ask for nothing after the code */
  readonly onComplete?: () => void
}

interface VerificationCodeState {
  request(): boolean
  cancel(): void
  /** Undefined before a code was requested. */
  nonce(): string | undefined
  readonly rule: FieldRule
}

interface VerificationCodeProgress {
  /** a code is being requested */
  readonly pending: boolean
  /** this tab has requested a code for the present receiver */
  readonly hasRequested: boolean
}

/** Gives the form access to the state of its code field. */
export interface VerificationCodeHandle extends VerificationCodeProgress {
  /** Called by the field when it changes. */
  report(progress: VerificationCodeProgress): void
  /** Called by the field after each render. */
  provide(state: VerificationCodeState): void
  /** Identifies the requested code in the request of the form; '' before a code was requested. */
  nonce(): string
  readonly rule: FieldRule
  /**
   * Requests a code, as the button does. The focus moves to the field once it is sent: a field that had it before the human check takes no
   * text after a drag in Chromium. False: within the time between two codes nothing is requested.
   */
  request(): boolean
  /** Ends a request that waits for the human check. */
  cancel(): void
}

export function useVerificationCodeHandle(): VerificationCodeHandle {
  const state = useRef<VerificationCodeState>(undefined)
  const [progress, report] = useState<VerificationCodeProgress>({ pending: false, hasRequested: false })
  return {
    ...progress,
    report,
    provide(next) {
      state.current = next
    },
    nonce: () => state.current?.nonce() ?? '',
    rule: (value, others) => state.current?.rule(value, others),
    request: () => state.current?.request() ?? false,
    cancel: () => state.current?.cancel(),
  }
}

/** The `onSubmit` of a form whose button requests the code first. Its field has `isLater`. */
export const submitAfterCode =
  (
    { hasRequested, request }: { readonly hasRequested: boolean; request(): unknown },
    submit: (event: SubmitEvent<HTMLFormElement>) => unknown,
  ) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    if (hasRequested) return void submit(event)
    event.preventDefault()
    request()
  }

/** The person has to pass the slider before the first code is sent. */
export const isHumanChecked = ({ pending, hasRequested }: VerificationCodeHandle): boolean =>
  pending && !hasRequested && getPageContext().data.human.kind === 'slider'
