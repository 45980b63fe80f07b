import { TERMS_VERSION } from '@kerf/contract/legal-versions'
import { app_terms_title } from '@kerf/locales/messages'
import { LegalDocument } from '../features/legal/legal-document.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { LegalPage } from './frames/legal-page.tsx'

export function TermsPage() {
  useLanguage()
  return (
    <LegalPage title={app_terms_title()}>
      <LegalDocument name="terms" version={TERMS_VERSION} />
    </LegalPage>
  )
}
