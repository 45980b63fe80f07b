import { about_account, about_login, app_other_language, login_help } from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { persistLanguage, setLanguage, useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { isPlainClick } from '../../lib/url/is-plain-click.ts'
import { portalHref } from '../../lib/url/links.ts'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { Main } from '../../ui/main/main.tsx'
import styles from './bare-page.module.css'
import { PageFrame } from './page-frame.tsx'

interface Props {
  title: string
  lead?: string
  /** above the title: to the page that this one belongs to */
  back?: ReactNode
  /** in the header: the way to the account */
  hasLogin?: boolean
  children: ReactNode
}

/** Frame of a page without a language in its path. The parameter `l` selects the language, which is then stored. */
export function BarePage({ title, lead, back, hasLogin, children }: Props) {
  useDocumentTitle(title)
  const other = useLanguage() === 'en' ? 'zh' : 'en'
  const { appendedQuery } = getPageContext()
  const href = `${location.pathname}?l=${other}${appendedQuery}`
  return (
    <PageFrame
      aside={
        <>
          <HelpLink className={hasLogin ? styles.further : undefined}>{login_help()}</HelpLink>
          {/* The login page leads on to the account of the person who is signed in. */}
          {hasLogin && (
            <a href={portalHref('login')}>
              {getCurrentToken() === undefined ? about_login() : about_account()}
            </a>
          )}
          <a
            href={href}
            lang={other}
            onClick={event => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              history.replaceState(history.state, '', href)
              persistLanguage(other)
              setLanguage(other)
            }}
          >
            {app_other_language()}
          </a>
        </>
      }
    >
      <Main className={styles.main}>
        <div className={styles.head}>
          {back}
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {children}
      </Main>
    </PageFrame>
  )
}
