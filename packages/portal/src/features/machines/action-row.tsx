import type { ReactNode } from 'react'
import styles from './machines.module.css'

interface Props {
  title: string
  text: string
  /** buttons */
  children: ReactNode
}

/** Something that can be done in a card: what it does, and its buttons. */
export const ActionRow = ({ title, text, children }: Props) => (
  <div className={styles.act}>
    <div className={styles.words}>
      <h3>{title}</h3>
      <p className={styles.soft}>{text}</p>
    </div>
    <div className={styles.buttons}>{children}</div>
  </div>
)
