import { AllowLogin } from '../../features/not-me/allow-login.tsx'
import { useLanguage } from '../../lib/page/language.ts'

export function AllowLoginPage() {
  useLanguage()
  return <AllowLogin />
}
