import { createContext, type ReactNode, useContext, useId } from 'react'
import { AlertIcon } from '../icon/icons.tsx'
import styles from './card.module.css'

const InGroup = createContext(false)

export interface CardProps {
  /** of a section that a link leads to */
  id?: string
  title?: ReactNode
  description?: ReactNode
  /** content beside the title on wide screens, below it on narrow ones */
  action?: ReactNode
  /** it waits for an answer of the person */
  isUrgent?: boolean
  children?: ReactNode
}

export function Card({ id, title, description, action, isUrgent, children }: CardProps) {
  const heading = useId()
  const Heading = useContext(InGroup) ? 'h3' : 'h2'
  return (
    <section
      id={id}
      className={styles.card}
      data-urgent={isUrgent || undefined}
      aria-labelledby={title ? heading : undefined}
    >
      {(title || action) && (
        <header className={styles.header}>
          {isUrgent && (
            <span className={styles.mark}>
              <AlertIcon />
            </span>
          )}
          <div className={styles.words}>
            {title && <Heading id={heading}>{title}</Heading>}
            {description && <p>{description}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  )
}

/** Cards of one concern as the rows of one surface. Their headings are below that of the group. */
export function CardGroup({ title, children, id }: { title: string; children: ReactNode; id?: string }) {
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
