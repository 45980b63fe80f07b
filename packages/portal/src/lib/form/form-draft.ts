/** Values that move with a visitor between the login pages. What is typed is in memory only: it must not appear in a URL. */
import type { FormEvent } from 'react'
import { createStore } from '../store.ts'
import { getCurrentToken } from '../token/token.ts'

let email = ''

export const getDraftEmail = (): string => email

export function saveDraftEmail(event: FormEvent<HTMLInputElement>): void {
  email = event.currentTarget.value
}

interface FieldDraft {
  readonly value: string
  /** undefined: the field had no focus */
  readonly caret: number | undefined
}

/** By field name. Each one is restored once. */
const fieldDrafts = new Map<string, FieldDraft>()

/**
 * Ref of a field that the next login page has too. The present page stays usable while the code of the next one loads: what is
 * typed there moves on with the caret. A password moves between login and sign-up only, and nothing is kept after a login.
 */
export function draftRef(input: HTMLInputElement | null): (() => void) | undefined {
  if (!input) return undefined
  const { name } = input
  const draft = fieldDrafts.get(name)
  fieldDrafts.delete(name)
  if (draft) {
    input.value ||= draft.value
    if (draft.caret !== undefined) {
      input.focus({ preventScroll: true })
      input.setSelectionRange(draft.caret, draft.caret)
    }
  }
  return () => {
    if (getCurrentToken() !== undefined) return fieldDrafts.clear()
    if (name === 'password' && !/\/(login|register)$/.test(location.pathname)) return
    const caret = document.activeElement === input ? (input.selectionEnd ?? input.value.length) : undefined
    if (input.value) fieldDrafts.set(name, { value: input.value, caret })
  }
}

/**
 * The return address (`r`) of the current login page, or ''. It is not validated yet: see `acceptReturnUrl`. Links between
 * the login pages carry it, so that it survives a reload.
 */
export const requestedReturnUrl = createStore('')
