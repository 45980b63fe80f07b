import * as m from '@kerf/locales/messages'
import { CertificateCheck, certificateCheckQuery } from '../features/training/certificate-check.tsx'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { useLanguage } from '../lib/page/language.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import type { RouteContext } from '../lib/router/router.ts'
import { useParams } from '../lib/router/router-view.tsx'
import { HelpLink } from '../ui/help-link/help-link.tsx'
import { LanguageLink } from '../ui/language-link/language-link.tsx'
import { Main } from '../ui/main/main.tsx'
import styles from './frames/legal-page.module.css'
import { PageFrame } from './frames/page-frame.tsx'

/** Public page that shows whether a certificate is genuine. */
export function CertificatePage() {
  useLanguage()
  useDocumentTitle(m.check_title())
  const { number = '' } = useParams()
  return (
    <PageFrame
      aside={
        <>
          <HelpLink>{m.login_help()}</HelpLink>
          <LanguageLink />
        </>
      }
      wide
    >
      <Main className={styles.main}>
        <div>
          <h1>{m.check_title()}</h1>
          <p>{m.check_lead()}</p>
        </div>
        <QueryProvider>
          <CertificateCheck number={number} />
        </QueryProvider>
      </Main>
    </PageFrame>
  )
}

export const loader = ({ params: { number = '' } }: RouteContext) =>
  void queryClient.prefetchQuery(certificateCheckQuery(number))
