import { type ReactNode, useId, useState } from 'react'
import { Skeleton } from '../skeleton/skeleton.tsx'
import styles from './item-list.module.css'

/** A list of what belongs to an account, such as passkeys or apps, with `Item` for each. */
export const ItemList = ({ children }: { children: ReactNode }) => (
  <ul className={styles.list} data-rows="">
    {children}
  </ul>
)

/** Short facts in one line, with dots between: a `span` or `time` each. `more`: a control after them. */
export const Facts = ({ children, more }: { children: ReactNode; more?: ReactNode }) => (
  <p className={styles.facts}>
    {children}
    {more}
  </p>
)

interface ItemProps {
  /** an icon; screen readers skip it */
  mark?: ReactNode
  /** in place of the mark: the name of a person, whose initial is shown */
  person?: string
  title: ReactNode
  /** a short state beside the title, in green unless it has another tone */
  badge?: ReactNode
  badgeTone?: 'neutral' | 'warning' | undefined
  /** of `Facts` */
  facts: ReactNode
  /** what few people need, shown by a button after the facts. `label`: the name of the button, which contains its text and tells it from others. */
  details?: { readonly name: string; readonly label: string; readonly content: ReactNode }
  /** small, quiet buttons */
  actions?: ReactNode
  /** the item that the person uses now */
  isCurrent?: boolean
  /** below the facts */
  children?: ReactNode
}

export function Item({
  mark,
  person,
  title,
  badge,
  badgeTone,
  facts,
  details,
  actions,
  isCurrent,
  children,
}: ItemProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li className={styles.item} data-current={isCurrent || undefined}>
      <span className={styles.mark} data-person={person && ''} aria-hidden="true">
        {person ? [...person.trim()][0]?.toLocaleUpperCase() : mark}
      </span>
      <div className={styles.words}>
        <div className={styles.head}>
          <h3>{title}</h3>
          {badge && (
            <span className={styles.badge} data-tone={badgeTone}>
              {badge}
            </span>
          )}
        </div>
        <Facts
          more={
            details && (
              <button
                type="button"
                className={styles.more}
                aria-expanded={open}
                aria-controls={id}
                aria-label={details.label}
                onClick={() => setOpen(!open)}
              >
                {details.name}
              </button>
            )
          }
        >
          {facts}
        </Facts>
        {children}
        {details && (
          <div id={id} className={styles.details} hidden={!open}>
            {details.content}
          </div>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}

/** The details of an item: names and values. */
export const ItemDetails = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.table}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Skeletons of items while they load. */
export const ItemSkeletons = ({ count = 2 }: { count?: 1 | 2 | 3 }) => (
  <div className={styles.list} data-rows="">
    {[1, 2, 3].slice(0, count).map(line => (
      <div key={line} className={styles.item}>
        <span className={styles.mark} />
        <div className={styles.loading}>
          <Skeleton shape="title" width="half" />
          <Skeleton />
        </div>
      </div>
    ))}
  </div>
)
