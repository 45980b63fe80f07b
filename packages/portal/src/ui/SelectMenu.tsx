import type { ReactNode } from 'react'
import { ChevronDownIcon } from './icons.tsx'
import styles from './SelectMenu.module.css'

export interface SelectMenuProps<V extends string> {
  /** said, not shown */
  label: string
  icon?: ReactNode
  options: readonly { readonly value: V; readonly label: string; readonly lang?: string }[]
  value: V
  onSelect: (value: V) => void
}

/** A small native select: language, theme. */
export function SelectMenu<V extends string>({ label, icon, options, value, onSelect }: SelectMenuProps<V>) {
  return (
    <span className={styles.menu}>
      {icon}
      <select aria-label={label} value={value} onChange={event => onSelect(event.target.value as V)}>
        {options.map(option => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon />
    </span>
  )
}
