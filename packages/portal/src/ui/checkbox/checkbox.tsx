import { type ComponentProps, type ReactNode, useId } from 'react'
import { messageId } from '../field/field.tsx'
import styles from './checkbox.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  label: ReactNode
  name: string
  error?: string | undefined
}

export function Checkbox({ label, error, ...native }: CheckboxProps) {
  const own = useId()
  const id = native.id ?? own
  return (
    <div className={styles.checkbox}>
      <input
        {...native}
        id={id}
        type="checkbox"
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? messageId(id) : undefined}
      />
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {error && (
        <div id={messageId(id)} className={styles.error}>
          {error}
        </div>
      )}
    </div>
  )
}
