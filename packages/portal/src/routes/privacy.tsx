import { app_privacy_title } from '@kerf/locales/messages'
import { PrivacyPage as Text } from '../features/legal/PrivacyPage.tsx'
import { useLanguage } from '../lib/language.ts'
import { LegalPage } from './legal-page.tsx'

export function PrivacyPage() {
  useLanguage()
  return (
    <LegalPage title={app_privacy_title()}>
      <Text />
    </LegalPage>
  )
}
