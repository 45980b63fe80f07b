import { AllowLogin } from '../../features/mail-links/allow-login.tsx'
import { useLanguage } from '../../lib/page/language.ts'

export function AllowLoginPage() {
  useLanguage()
  return <AllowLogin />
}
