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

/** A segmented control: a few options side by side, applied at once. */
export function Segmented<V extends string>({ label, options, value, onSelect }: SegmentedProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
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
