import { described, Field } from '@kerf/portal/console-ui'
import { type ComponentProps, useId } from 'react'
import styles from './form.module.css'

interface SelectProps extends ComponentProps<'select'> {
  label: string
  error?: string | undefined
  options: readonly { readonly value: string; readonly label: string }[]
}

export function Select({ label, error, options, ...native }: SelectProps) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error}>
      <select {...native} {...described(id, { error })} className={styles.select}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
