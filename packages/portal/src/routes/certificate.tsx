import * as m from '@kerf/locales/messages'
import { CertificateCheck } from '../features/training/certificate-check.tsx'
import { certificateCheckQuery } from '../features/training/certificate-check-query.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { useLanguage } from '../lib/language.ts'
import { queryClient } from '../lib/query-client.ts'
import { QueryProvider } from '../lib/query-provider.tsx'
import { useParams } from '../lib/router/router-view.tsx'
import { LanguageLink } from '../ui/language-link/language-link.tsx'
import { Main } from '../ui/main/main.tsx'
import styles from './legal-page.module.css'
import { PageFrame } from './page-frame.tsx'
import type { LoaderContext } from './page-module.ts'

/** Public page that shows whether a certificate is genuine. */
export function CertificatePage() {
  useLanguage()
  useDocumentTitle(m.check_title())
  const { number = '' } = useParams()
  return (
    <PageFrame aside={<LanguageLink />} wide>
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

export const loader = ({ params: { number = '' } }: LoaderContext) =>
  void queryClient.prefetchQuery(certificateCheckQuery(number))
