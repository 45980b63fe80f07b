import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../api/queries.ts'
import { PublishedPage } from '../parts/message/published-page.tsx'

export const AnnouncementsScreen = () => (
  <PublishedPage
    kind="announcement"
    title={m.console_nav_announcements()}
    query={useQuery(consoleQuery('announcement list', {}))}
  />
)
