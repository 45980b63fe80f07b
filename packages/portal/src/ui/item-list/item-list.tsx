import type { ReactNode } from 'react'
import { Skeleton } from '../skeleton/skeleton.tsx'
import styles from './item-list.module.css'

/** A list of what belongs to an account, such as passkeys or apps, with `Item` for each. */
export const ItemList = ({ children }: { children: ReactNode }) => <ul className={styles.list}>{children}</ul>

/** Short facts in one line, with dots between: a `span` or `time` each. */
export const Facts = ({ children }: { children: ReactNode }) => <p className={styles.facts}>{children}</p>

interface ItemProps {
  /** an icon or a letter; screen readers skip it */
  mark: ReactNode
  title: ReactNode
  /** of `Facts` */
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
      <Facts>{facts}</Facts>
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
