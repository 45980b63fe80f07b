import type { ReactNode } from 'react'
import styles from './description-list.module.css'

/** A list of names and values with dividers. */
export const DescriptionList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.list}>{children}</dl>
)

interface DescriptionItemProps {
  name: string
  children: ReactNode
  /** small buttons at the end of the row */
  actions?: ReactNode
}

export function DescriptionItem({ name, children, actions }: DescriptionItemProps) {
  return (
    <div className={styles.item}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {actions && <dd className={styles.actions}>{actions}</dd>}
    </div>
  )
}
