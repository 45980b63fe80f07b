import type { ComponentProps } from 'react'
import styles from './form.module.css'

interface SelectProps extends ComponentProps<'select'> {
  label: string
  options: readonly { readonly value: string; readonly label: string }[]
}

export const Select = ({ label, options, ...native }: SelectProps) => (
  <label className={styles.label}>
    {label}
    <select {...native} className={styles.select}>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)
