import type { ReactNode } from 'react'
import styles from './machines.module.css'

/** One of the acts of a card: what it does, and its button. */
export const Act = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className={styles.act}>
    <div className={styles.words}>
      <h3>{title}</h3>
      <p className={styles.soft}>{text}</p>
    </div>
    <div className={styles.buttons}>{children}</div>
  </div>
)
