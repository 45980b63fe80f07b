import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { account, homePage } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { PortalLink } from '../../ui/app-link/portal-link.tsx'
import styles from './page-frame.module.css'

interface Props {
  /** Content on the right of the header. */
  aside?: ReactNode
  children: ReactNode
  /** Content below the footer that stays visible while the page scrolls. */
  below?: ReactNode
  /** Adds space. `menu`: also for a menu beside the content. */
  wide?: boolean | 'menu'
}

/** Header and footer of the account center and the legal texts. */
export function PageFrame({ aside, children, below, wide }: Props) {
  const language = useLanguage()
  const { brand, year, filing } = getPageContext().data
  return (
    <div className={styles.frame} data-wide={wide}>
      <header className={styles.header}>
        <div className={styles.start}>
          <PortalLink
            href={homeHref()}
            aria-label={m.app_home({ brand: brand.name[language] })}
            className={styles.home}
          >
            <span className={styles.logo} />
          </PortalLink>
        </div>
        {aside}
      </header>
      {children}
      <footer className={styles.footer}>
        <span>{m.app_copyright({ since: brand.since, year, legalName: brand.legalName })}</span>
        <span>{filing}</span>
      </footer>
      {below}
    </div>
  )
}

/** The account home; for visitors the login page. */
function homeHref(): string {
  const info = account.get()?.info
  return portalHref(info ? homePage(info) : 'login')
}
