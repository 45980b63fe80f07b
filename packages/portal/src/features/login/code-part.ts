/** The place in a form for the way of a one-time code. The route fills it, since asking for codes is a feature of its own. */
import type { Scene } from '@kerf/contract/fields'
import { login_code_first } from '@kerf/locales/messages'
import { type ComponentType, useRef } from 'react'
import type { FormOf } from '../../lib/form.ts'
import { code, type Rule } from '../../lib/rules.ts'

export interface CodePartProps {
  readonly scene: Scene
  /** whose mailbox, and the input that names it; default `email` */
  readonly kind?: 'email' | 'account'
  readonly form: FormOf<'email' | 'captcha'> | FormOf<'account' | 'captcha'>
  readonly nonce: NonceHolder
}

export type CodePart = ComponentType<CodePartProps>

/** Carries the nonce from where codes are asked for to where the form is sent. */
export interface NonceHolder {
  provide(current: () => string | undefined): void
  get(): string
  /** a code of six digits, of which one was asked for */
  readonly rule: Rule
}

export function useNonce(): NonceHolder {
  const current = useRef<() => string | undefined>(undefined)
  return {
    provide(next) {
      current.current = next
    },
    get: () => current.current?.() ?? '',
    rule: (value, others) => code(value, others) ?? (current.current?.() ? undefined : login_code_first),
  }
}
