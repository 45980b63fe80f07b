import { app_copyright } from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { useLanguage } from '../lib/language.ts'
import { page } from '../lib/page.ts'
import styles from './profile-frame.module.css'

/** Head and foot around the pages of the account centre and the legal texts. */
interface Props {
  title: string
  /** opposite the logo */
  aside?: ReactNode
  children?: ReactNode
}

export function ProfileFrame({ title, aside, children }: Props) {
  const language = useLanguage()
  const { brand, year, filing } = page().data
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <span role="img" aria-label={brand.name[language]} className={styles.logo} />
        {aside}
      </header>
      <main className={styles.main}>
        <h1>{title}</h1>
        {children}
      </main>
      <footer className={styles.footer}>
        <span>{app_copyright({ since: brand.since, year, legalName: brand.legalName })}</span>
        <span>{filing}</span>
      </footer>
    </div>
  )
}
