import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** A list of names and values with dividers. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

interface FactProps {
  name: string
  children: ReactNode
  /** small buttons at the end of the row */
  actions?: ReactNode
}

export function Fact({ name, children, actions }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {actions && <dd className={styles.actions}>{actions}</dd>}
    </div>
  )
}
