import { type ComponentType, createContext, type ReactNode, useContext, useId } from 'react'
import { AlertIcon } from '../icon/icons.tsx'
import styles from './card.module.css'

const InGroup = createContext(false)

export interface CardState {
  readonly text: string
  /** `accent`: it is as it should be; `info`: what is missing is recommended; `warning`: it needs attention */
  readonly tone?: 'accent' | 'info' | 'warning' | undefined
}

export interface CardProps {
  /** of a section that a link leads to */
  id?: string
  title?: ReactNode
  description?: ReactNode
  /** an icon before the title; screen readers skip it */
  mark?: ReactNode
  /** in place of the mark: a picture, as large as it is */
  picture?: ReactNode
  /** a short state beside the title, such as "Set" */
  state?: CardState | undefined
  /** content beside the title on wide screens, below it on narrow ones */
  action?: ReactNode
  /** it waits for an answer of the person */
  isUrgent?: boolean
  /** An element with `data-beside-title` has its first child beside the title on wide screens, where an action would be. */
  children?: ReactNode
}

export function Card({
  id,
  title,
  description,
  mark,
  picture,
  state,
  action,
  isUrgent,
  children,
}: CardProps) {
  const heading = useId()
  const Heading = useContext(InGroup) ? 'h3' : 'h2'
  return (
    <section
      id={id}
      className={styles.card}
      data-front
      data-urgent={isUrgent || undefined}
      aria-labelledby={title ? heading : undefined}
    >
      {(title || action) && (
        <header className={styles.header}>
          {(isUrgent || mark) && (
            <span className={styles.mark} aria-hidden="true">
              {isUrgent ? <AlertIcon /> : mark}
            </span>
          )}
          {picture && <div className={styles.picture}>{picture}</div>}
          <div className={styles.words}>
            {title && (
              <div className={styles.title}>
                <Heading id={heading}>{title}</Heading>
                {state && (
                  <span className={styles.state} data-tone={state.tone}>
                    {state.text}
                  </span>
                )}
              </div>
            )}
            {description && <p>{description}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  )
}

export interface CardHead {
  readonly title: string
  readonly Icon: ComponentType
}

/** Title of a card on an overview, with its icon. */
export const CardTitle = ({ title, Icon }: CardHead) => (
  <span className={styles.overviewTitle}>
    <Icon />
    {title}
  </span>
)

export interface CardGroupProps {
  id?: string
  title: string
  children: ReactNode
}

/** Cards of one concern as the rows of one surface. Their headings are below that of the group. */
export function CardGroup({ id, title, children }: CardGroupProps) {
  const heading = useId()
  return (
    <section id={id} className={styles.group} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <InGroup value={true}>
        <div className={styles.rows}>{children}</div>
      </InGroup>
    </section>
  )
}
