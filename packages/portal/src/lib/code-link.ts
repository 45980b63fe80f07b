/** The place in a form for the way of a one-time code. The route fills it, since asking for codes is a feature of its own. */
import type { Scene } from '@kerf/contract/fields'
import { type ComponentType, useRef } from 'react'
import type { FormOf } from './form.ts'
import type { Rule } from './rules.ts'

/** Another way to the nonce of a code than by naming a mailbox. */
export interface CodeOpening {
  /** tells one from another */
  readonly receiver: string
  open(signal: AbortSignal): Promise<{ nonce: string; receiver: string }>
}

export interface CodePartProps {
  readonly scene: Scene
  /** whose mailbox, and the input that names it; `own`: the signed-in account's, which none names; default `email` */
  readonly kind?: 'email' | 'account' | 'own'
  readonly opening?: CodeOpening
  readonly form: FormOf<'captcha'> | FormOf<'email' | 'captcha'> | FormOf<'account' | 'captcha'>
  readonly link: CodeLink
}

export type CodePart = ComponentType<CodePartProps>

interface CodeState {
  nonce(): string | undefined
  readonly rule: Rule
}

/** Tells the form what its code part knows. */
export interface CodeLink {
  provide(state: CodeState): void
  nonce(): string
  readonly rule: Rule
}

export function useCodeLink(): CodeLink {
  const state = useRef<CodeState>(undefined)
  return {
    provide(next) {
      state.current = next
    },
    nonce: () => state.current?.nonce() ?? '',
    rule: (value, others) => state.current?.rule(value, others),
  }
}
