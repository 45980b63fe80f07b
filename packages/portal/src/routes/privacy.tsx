import { app_privacy } from '@kerf/locales/messages'
import { useLanguage } from '../lib/language.ts'
import { ProfileFrame } from './profile-frame.tsx'

export function PrivacyPage() {
  useLanguage()
  return <ProfileFrame title={app_privacy()} />
}
