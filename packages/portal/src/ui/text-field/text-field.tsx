import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import styles from '../field/field.module.css'
import { described, Field, type FieldProps } from '../field/field.tsx'

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'ref'> {
  name: string
  /** id of an error elsewhere in the form, which concerns several fields */
  errorId?: string | undefined
  /** content inside the box after the input, such as a unit or a small button */
  suffix?: ReactNode
  inputRef?: Ref<HTMLInputElement> | undefined
}

export function TextField({
  label,
  error,
  errorId,
  hint,
  action,
  suffix,
  inputRef,
  ...native
}: TextFieldProps) {
  const own = useId()
  const id = native.id ?? own
  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <div className={styles.box}>
        <input
          {...native}
          {...described(id, { error, errorId, hint })}
          ref={inputRef}
          className={styles.input}
        />
        {suffix && <span className={styles.suffix}>{suffix}</span>}
      </div>
    </Field>
  )
}
