import { type ReactNode, useId } from 'react'
import field from '../field/field.module.css'
import { messageId } from '../field/field.tsx'
import styles from './radio-field.module.css'

export interface RadioFieldProps<V extends string> {
  name: string
  label: string
  required?: boolean
  /** `detail`: what the choice means. With pictures, each option is a row of its own. */
  options: readonly {
    readonly value: V
    readonly label: string
    readonly detail?: string
    readonly picture?: ReactNode
  }[]
  /** '' for no choice */
  value: V | ''
  onSelect: (value: V) => void
  error?: string | undefined
  hint?: string
}

/** Radio buttons for a few options. */
export function RadioField<V extends string>(props: RadioFieldProps<V>) {
  const { name, label, required, options, value, onSelect, error, hint } = props
  const id = useId()
  return (
    <div
      className={field.field}
      role="radiogroup"
      aria-labelledby={id}
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={error || hint ? messageId(id) : undefined}
    >
      <span id={id} className={field.label}>
        {label}
      </span>
      <div className={styles.options}>
        {options.map(option => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onSelect(option.value)}
            />
            {option.picture}
            <span>
              {option.label}
              {option.detail && <span className={styles.detail}> {option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      <div id={messageId(id)} className={field.message} data-error={error ? '' : undefined}>
        {error || hint}
      </div>
    </div>
  )
}
