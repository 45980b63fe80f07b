import { CODE_INPUT_MAX, REDEMPTION_CODE_LENGTH } from '@kerf/contract/limits'
import { normalizeRedemptionCode } from '@kerf/contract/redemption-code'
import * as m from '@kerf/locales/messages'
import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { PRINTED_CODE } from '../../lib/form/printed-code.ts'
import { described, Field, messageId } from '../../ui/field/field.tsx'
import { formatCode } from './code-format.ts'
import styles from './code-input.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'ref'> {
  label: string
  hint: string
  error: ReactNode
}

/** A single input that formats groups of four, so that caret, selection and paste stay native. */
export function CodeInput({ label, hint, error, ...native }: Props) {
  const id = useId()
  const [count, setCount] = useState(0)
  // The error has taken the hint's place, and what a code looks like is needed most now.
  const isHintBelow = error && count !== REDEMPTION_CODE_LENGTH
  const format = (event: SyntheticEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    setCount(normalizeRedemptionCode(input.value).length)
    if ((event.nativeEvent as InputEvent).isComposing) return
    const { value, caret } = formatCode({
      value: input.value,
      caret: input.selectionStart ?? input.value.length,
    })
    if (value === input.value) return
    input.value = value
    input.setSelectionRange(caret, caret)
  }
  return (
    <div>
      <Field
        id={id}
        label={label}
        hint={hint}
        error={error}
        action={
          count > 0 && (
            <span className={styles.count} aria-hidden="true">
              {m.exchange_code_count({
                count: Math.min(count, REDEMPTION_CODE_LENGTH),
                all: REDEMPTION_CODE_LENGTH,
              })}
            </span>
          )
        }
      >
        <div className={styles.frame}>
          <input
            {...native}
            {...described(id, { error, hint })}
            aria-describedby={isHintBelow ? `${messageId(id)} ${id}-hint` : messageId(id)}
            className={styles.input}
            type="text"
            {...PRINTED_CODE}
            maxLength={CODE_INPUT_MAX}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            onInput={format}
            onCompositionEnd={format}
          />
        </div>
      </Field>
      {isHintBelow && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
