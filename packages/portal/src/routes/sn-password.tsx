import * as m from '@kerf/locales/messages'
import { WelderSteps } from '../features/welder/welder-steps.tsx'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { useLanguage } from '../lib/page/language.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import { HelpLink } from '../ui/help-link/help-link.tsx'
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
          <HelpLink>{m.login_help()}</HelpLink>
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
