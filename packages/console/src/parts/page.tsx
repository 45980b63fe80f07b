/** Frame of a screen: heading, acts, sections. */

import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import styles from './page.module.css'

export function Page({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${m.console_name()}`
  }, [title])
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.section}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Text and color: red only for what is wrong. */
export const Tag = ({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'bad'
  children: ReactNode
}) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
)
