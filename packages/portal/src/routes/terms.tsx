import { app_terms_title } from '@kerf/locales/messages'
import { TermsPage as Text } from '../features/legal/TermsPage.tsx'
import { useLanguage } from '../lib/language.ts'
import { LegalPage } from './legal-page.tsx'

export function TermsPage() {
  useLanguage()
  return (
    <LegalPage title={app_terms_title()}>
      <Text />
    </LegalPage>
  )
}
