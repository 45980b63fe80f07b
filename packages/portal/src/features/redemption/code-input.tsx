import { CODE_INPUT_MAX } from '@kerf/contract/limits'
import { type ComponentProps, type SyntheticEvent, useId } from 'react'
import { described, Field } from '../../ui/field/field.tsx'
import { formatCode } from './code-format.ts'
import styles from './code-input.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'ref'> {
  label: string
  hint: string
  error: string | undefined
}

/** A single input that formats groups of four, so that caret, selection and paste stay native. */
export function CodeInput({ label, hint, error, ...native }: Props) {
  const id = useId()
  const format = (event: SyntheticEvent<HTMLInputElement>) => {
    const input = event.currentTarget
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
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={styles.frame}>
        <input
          {...native}
          {...described(id, { error, hint })}
          className={styles.input}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={CODE_INPUT_MAX}
          placeholder="····-····-····-····"
          onInput={format}
          onCompositionEnd={format}
        />
      </div>
    </Field>
  )
}
