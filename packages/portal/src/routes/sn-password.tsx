import * as m from '@kerf/locales/messages'
import { WelderSteps } from '../features/welder/welder-steps.tsx'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import { LanguageLink } from '../ui/language-link/language-link.tsx'
import { Main } from '../ui/main/main.tsx'
import { PageFrame } from './frames/page-frame.tsx'
import styles from './styles/sn-password.module.css'

/** Safety video and unlock password of a welder. The page needs no login. */
export function SnPasswordPage() {
  useLanguage()
  useDocumentTitle(m.unlock_title())
  return (
    <PageFrame
      aside={
        <>
          <a href={getPageContext().data.brand.helpUrl} target="_blank" rel="noopener">
            {m.login_help()}
          </a>
          <LanguageLink />
        </>
      }
    >
      <Main className={styles.main}>
        <div>
          <h1>{m.unlock_title()}</h1>
          <p className={styles.lead}>{m.unlock_lead()}</p>
        </div>
        <QueryProvider>
          <WelderSteps />
        </QueryProvider>
      </Main>
    </PageFrame>
  )
}
