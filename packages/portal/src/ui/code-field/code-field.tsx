import { VERIFICATION_CODE_DIGITS } from '@kerf/contract/limits'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { described, Field } from '../field/field.tsx'
import type { TextFieldProps } from '../text-field/text-field.tsx'
import styles from './code-field.module.css'

/** The digits of typed or pasted text, full-width digits included, at most `length`. */
export const codeDigits = (value: string, length: number): string =>
  value.normalize('NFKC').replace(/\D/g, '').slice(0, length)

export interface CodeFieldProps extends Omit<TextFieldProps, 'type' | 'suffix'> {
  /** called when the code is complete: typed, pasted or filled in by the browser */
  onComplete?: ((code: string) => void) | undefined
}

const BOXES = Array.from({ length: VERIFICATION_CODE_DIGITS }, (_, index) => index)

/** One native input drawn over six boxes: caret, selection, paste and autofill are the browser's styles. */
export function CodeField({ label, error, hint, action, inputRef, onComplete, ...native }: CodeFieldProps) {
  const ownId = useId()
  const id = native.id ?? ownId
  const [marked, setMarked] = useState<readonly [from: number, to: number]>()

  // A refused code is selected: the next digit replaces all of it.
  useEffect(() => {
    const input = document.getElementById(id)
    if (!error || !(input instanceof HTMLInputElement) || input !== document.activeElement) return
    if (input.value.length !== VERIFICATION_CODE_DIGITS) return
    input.select()
    setMarked([0, VERIFICATION_CODE_DIGITS])
  }, [error, id])

  const updateMarked = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
    const [from, to] = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
    // A caret marks the box of the next digit.
    setMarked(from === to ? [Math.min(from, VERIFICATION_CODE_DIGITS - 1), from + 1] : [from, to])
  }
  const isMarked = (box: number) =>
    marked !== undefined && box >= marked[0] && box < Math.max(marked[1], marked[0] + 1)
  // With the caret after the last digit, `marked` ends one past the boxes: that is no selection.
  const isSelection =
    marked !== undefined && marked[1] - marked[0] > 1 && marked[1] <= VERIFICATION_CODE_DIGITS

  const normalize = (event: SyntheticEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    if ((event.nativeEvent as InputEvent).isComposing) return
    const digits = codeDigits(input.value, VERIFICATION_CODE_DIGITS)
    if (digits !== input.value) {
      const caret = codeDigits(
        input.value.slice(0, input.selectionStart ?? undefined),
        VERIFICATION_CODE_DIGITS,
      ).length
      input.value = digits
      input.setSelectionRange(caret, caret)
    }
    updateMarked(event)
    if (digits.length === VERIFICATION_CODE_DIGITS) onComplete?.(digits)
  }

  // In a complete code a typed digit replaces the one after the caret.
  const overwrite = ({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart: start, selectionEnd: end, value } = input
    const full =
      value.length === VERIFICATION_CODE_DIGITS &&
      start !== null &&
      start === end &&
      start < VERIFICATION_CODE_DIGITS
    if (/^\d$/.test(key) && full) input.setSelectionRange(start, start + 1)
  }

  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <div className={styles.code}>
        {BOXES.map(box => (
          <span
            key={box}
            className={styles.box}
            data-marked={isMarked(box) ? (isSelection ? 'selection' : 'caret') : undefined}
            aria-hidden="true"
          />
        ))}
        <input
          {...native}
          {...described(id, { error, hint })}
          ref={inputRef}
          className={styles.input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          onInput={normalize}
          onCompositionEnd={normalize}
          onKeyDown={overwrite}
          onSelect={updateMarked}
          onFocus={updateMarked}
          onBlur={event => {
            setMarked(undefined)
            native.onBlur?.(event)
          }}
        />
      </div>
    </Field>
  )
}
