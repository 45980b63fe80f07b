import type { PortalPage } from '@kerf/contract/portal-routes'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { AppLink } from '../app-link/app-link.tsx'
import styles from './home-link.module.css'

/** The brand's logo, which leads to the page where everything of this person starts. */
export function HomeLink({ to }: { to: PortalPage }) {
  const language = useLanguage()
  return (
    <div className={styles.home}>
      <AppLink to={to} className={styles.link}>
        <span role="img" aria-label={getPageContext().data.brand.name[language]} className={styles.logo} />
      </AppLink>
    </div>
  )
}
