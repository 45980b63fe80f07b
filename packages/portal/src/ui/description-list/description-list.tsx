import type { ReactNode } from 'react'
import styles from './description-list.module.css'

interface ListProps {
  /** short values stand side by side where there is room */
  columns?: boolean
  children: ReactNode
}

/** A list of names and values with dividers. */
export const DescriptionList = ({ columns, children }: ListProps) => (
  <dl className={styles.list} data-columns={columns || undefined}>
    {children}
  </dl>
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
