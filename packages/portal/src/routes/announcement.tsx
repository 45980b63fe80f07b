import * as m from '@kerf/locales/messages'
import { Announcements } from '../features/messages/announcements.tsx'
import { useLanguage } from '../lib/language.ts'
import { BarePage } from './bare-page.tsx'

export function AnnouncementPage() {
  const language = useLanguage()
  return (
    <BarePage title={m.announcements_title()}>
      <Announcements key={language} language={language} />
    </BarePage>
  )
}
