import { NotMe } from '../../features/mail-links/not-me.tsx'
import { useLanguage } from '../../lib/page/language.ts'

export function NotMePage() {
  useLanguage()
  return <NotMe />
}
