import { NotMe } from '../features/security/not-me.tsx'
import { useLanguage } from '../lib/language.ts'

export function NotMePage() {
  useLanguage()
  return <NotMe />
}
