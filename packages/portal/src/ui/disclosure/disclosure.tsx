import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

interface Props {
  summary: string
  /** the label while it is open */
  openSummary?: string
  open?: boolean
  onOpen?(): void
  children: ReactNode
}

/** Collapsible content below a short label. */
export const Disclosure = ({ summary, openSummary, open, onOpen, children }: Props) => (
  <details
    className={styles.disclosure}
    open={open}
    onToggle={event => event.currentTarget.open && onOpen?.()}
  >
    <summary>
      {openSummary === undefined ? (
        summary
      ) : (
        <>
          <span className={styles.closed}>{summary}</span>
          <span className={styles.opened}>{openSummary}</span>
        </>
      )}
    </summary>
    {children}
  </details>
)

interface TitleProps {
  title: string
  text?: string
  open?: boolean
  onOpen?(): void
  children: ReactNode
}

/** A collapsible card. Use it inside a `Card` without a title. */
export const CardDisclosure = ({ title, text, open, onOpen, children }: TitleProps) => (
  <details
    className={styles.disclosure}
    data-title=""
    open={open}
    onToggle={event => event.currentTarget.open && onOpen?.()}
  >
    <summary>
      <h2>{title}</h2>
      {text && <span>{text}</span>}
    </summary>
    {children}
  </details>
)
