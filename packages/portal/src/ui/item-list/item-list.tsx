import type { ReactNode } from 'react'
import { Skeleton } from '../skeleton/skeleton.tsx'
import styles from './item-list.module.css'

/** A list of what belongs to an account, such as passkeys or apps, with `Item` for each. */
export const ItemList = ({ children }: { children: ReactNode }) => <ul className={styles.list}>{children}</ul>

interface ItemProps {
  /** an icon or a letter; screen readers skip it */
  mark: ReactNode
  title: ReactNode
  /** short facts in one line: a `span` or `time` each */
  facts: ReactNode
  /** small, quiet buttons */
  actions: ReactNode
  /** below the facts */
  children?: ReactNode
}

export const Item = ({ mark, title, facts, actions, children }: ItemProps) => (
  <li className={styles.item}>
    <span className={styles.mark} aria-hidden="true">
      {mark}
    </span>
    <div className={styles.words}>
      <h3>{title}</h3>
      <p className={styles.facts}>{facts}</p>
      {children}
    </div>
    <div className={styles.actions}>{actions}</div>
  </li>
)

/** Skeletons of two items, or of one. */
export const ItemSkeletons = ({ count = 2 }: { count?: 1 | 2 }) => (
  <div>
    {[1, 2].slice(0, count).map(line => (
      <div key={line} className={styles.item}>
        <span className={styles.mark} />
        <div>
          <Skeleton shape="title" width="half" />
          <Skeleton />
        </div>
      </div>
    ))}
  </div>
)
