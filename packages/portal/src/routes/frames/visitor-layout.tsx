import { PICTURE_MEDIA } from '@kerf/contract/page-template'
import { app_copyright, login_help } from '@kerf/locales/messages'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { Outlet } from '../../lib/router/router-view.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { HomeLink } from '../../ui/home-link/home-link.tsx'
import { LanguageLink } from '../../ui/language-link/language-link.tsx'
import { Main } from '../../ui/main/main.tsx'
import styles from './visitor-layout.module.css'

/** Empty source for small windows, which do not load the picture. */
const NO_PICTURE = 'data:,'

/** Layout of the login pages: one column, with the brand's picture beside it, or above it where the window is narrow and high. */
export function VisitorLayout() {
  useLanguage()
  const { brand, image, year, filing } = getPageContext().data
  return (
    <div className={styles.layout}>
      <picture className={styles.picture}>
        <source media={PICTURE_MEDIA} srcSet={image ?? brand.picture} />
        <img src={NO_PICTURE} alt="" referrerPolicy="no-referrer" />
      </picture>
      <div className={styles.column}>
        <header className={styles.header}>
          <HomeLink to="login" />
          <div className={styles.actions}>
            <HelpLink>{login_help()}</HelpLink>
            <LanguageLink />
          </div>
        </header>
        <Main className={styles.main}>
          <Outlet />
        </Main>
        <footer className={styles.footer}>
          <span>{app_copyright({ since: brand.since, year, legalName: brand.legalName })}</span>
          <span>{filing}</span>
        </footer>
      </div>
    </div>
  )
}
