import { app_copyright } from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { useLanguage } from '../lib/language.ts'
import { getPageContext } from '../lib/page-context.ts'
import styles from './page-frame.module.css'

interface Props {
  /** Content on the right of the header. */
  aside?: ReactNode
  children: ReactNode
  /** Content below the footer that stays visible while the page scrolls. */
  below?: ReactNode
  /** Adds space for a side menu. */
  wide?: boolean
}

/** Header and footer of the account center and the legal texts. */
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
