import { app_copyright } from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { useLanguage } from '../lib/language.ts'
import { getPageContext } from '../lib/page-context.ts'
import styles from './page-frame.module.css'

interface Props {
  /** opposite the logo */
  aside?: ReactNode
  children: ReactNode
  /** lies below all else, and stays in sight */
  below?: ReactNode
  /** room for a menu beside the page */
  wide?: boolean
}

/** Head and foot around the pages of the account centre and the legal texts. */
export function PageFrame({ aside, children, below, wide }: Props) {
  const language = useLanguage()
  const { brand, year, filing } = getPageContext().data
  return (
    <div className={styles.frame} data-wide={wide}>
      <header className={styles.header}>
        <span role="img" aria-label={brand.name[language]} className={styles.logo} />
        {aside}
      </header>
      {children}
      <footer className={styles.footer}>
        <span>{app_copyright({ since: brand.since, year, legalName: brand.legalName })}</span>
        <span>{filing}</span>
      </footer>
      {below}
    </div>
  )
}
