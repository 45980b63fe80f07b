import type { ReactNode } from 'react'
import styles from './segmented.module.css'

export interface SegmentedProps<V extends string> {
  label: string
  options: readonly {
    readonly value: V
    readonly label: string
    readonly icon?: ReactNode
    readonly lang?: string
  }[]
  value: V
  onSelect: (value: V) => void
}

/** A few choices side by side, each at work at once when pressed. */
export function Segmented<V extends string>({ label, options, value, onSelect }: SegmentedProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend that is seen
    <div role="group" aria-label={label} className={styles.segmented}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === value}
          onClick={() => onSelect(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
