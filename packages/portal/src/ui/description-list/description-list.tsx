import type { ReactNode } from 'react'
import styles from './description-list.module.css'

interface ListProps {
  /** short values stand side by side where there is room */
  columns?: boolean
  children: ReactNode
}

/** A list of names and values with dividers. */
export const DescriptionList = ({ columns, children }: ListProps) => (
  <dl className={styles.list} data-columns={columns || undefined} data-rows="">
    {children}
  </dl>
)

interface DescriptionItemProps {
  name: string
  /** an icon before the row; screen readers skip it */
  mark?: ReactNode
  children: ReactNode
  /** small buttons at the end of the row */
  actions?: ReactNode
  /** a long value, such as an address: a row of its own in a list with columns, and below its button in narrow windows */
  wide?: boolean
}

export function DescriptionItem({ name, mark, children, actions, wide }: DescriptionItemProps) {
  return (
    <div className={styles.item} data-wide={wide || undefined} data-marked={mark ? '' : undefined}>
      <dt>
        {mark}
        {name}
      </dt>
      <dd>{children}</dd>
      {actions && <dd className={styles.actions}>{actions}</dd>}
    </div>
  )
}
