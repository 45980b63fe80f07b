import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

export interface CardProps {
  title?: ReactNode
  description?: ReactNode
  /** content beside the title on wide screens, below it on narrow ones */
  action?: ReactNode
  children?: ReactNode
}

export function Card({ title, description, action, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {(title || action) && (
        <header className={styles.header}>
          <div className={styles.words}>
            {title && <h2 id={id}>{title}</h2>}
            {description && <p>{description}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  )
}
