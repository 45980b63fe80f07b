import { ConfirmEmail } from '../../features/mail-links/confirm-email.tsx'
import { useLanguage } from '../../lib/page/language.ts'

export function ConfirmEmailPage() {
  useLanguage()
  return <ConfirmEmail />
}
