import { ConfirmEmail } from '../../features/not-me/confirm-email.tsx'
import { useLanguage } from '../../lib/page/language.ts'

export function ConfirmEmailPage() {
  useLanguage()
  return <ConfirmEmail />
}
