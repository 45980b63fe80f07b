import { PRIVACY_VERSION } from '@kerf/contract/legal-versions'
import { app_privacy_title } from '@kerf/locales/messages'
import { LegalDocument } from '../features/legal/legal-document.tsx'
import { StatisticsChoice } from '../features/statistics/statistics-choice.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { LegalPage } from './frames/legal-page.tsx'

export function PrivacyPage() {
  useLanguage()
  return (
    <LegalPage title={app_privacy_title()}>
      <LegalDocument name="privacy" version={PRIVACY_VERSION}>
        <StatisticsChoice />
      </LegalDocument>
    </LegalPage>
  )
}
