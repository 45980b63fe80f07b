import { app_terms } from '@kerf/locales/messages'
import { useLanguage } from '../lib/language.ts'
import { ProfileFrame } from './profile-frame.tsx'

export function TermsPage() {
  useLanguage()
  return <ProfileFrame title={app_terms()} />
}
