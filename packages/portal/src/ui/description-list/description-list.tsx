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
  /** a sentence below, which has room for two lines where it is narrow: nothing moves when it is loaded */
  note?: ReactNode
}

export function DescriptionItem({ name, children, actions, note }: DescriptionItemProps) {
  return (
    <div className={styles.item}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {actions && <dd className={styles.actions}>{actions}</dd>}
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}
