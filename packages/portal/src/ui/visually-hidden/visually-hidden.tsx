import type { ComponentProps } from 'react'
import styles from './visually-hidden.module.css'

export function VisuallyHidden(native: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...native} className={styles.hidden} />
}
