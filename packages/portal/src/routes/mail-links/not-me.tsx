import { NotMe } from '../../features/not-me/not-me.tsx'
import { useLanguage } from '../../lib/page/language.ts'

export function NotMePage() {
  useLanguage()
  return <NotMe />
}
