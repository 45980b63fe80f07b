import * as m from '@kerf/locales/messages'
import { machineScene } from '../features/machines/machine-picture.tsx'
import { Announcements } from '../features/messages/announcements.tsx'
import { announcementsQuery } from '../features/messages/data/announcements-query.ts'
import { getLanguage, useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import { BarePage } from './frames/bare-page.tsx'

export function AnnouncementPage() {
  const language = useLanguage()
  const hasMachines = getPageContext().data.brand.training !== false
  return (
    <BarePage title={m.announcements_title()} lead={m.announcements_lead()}>
      <QueryProvider>
        <Announcements
          language={language}
          beside={hasMachines ? ['laser', 'printer'].map(machineScene) : []}
        />
      </QueryProvider>
    </BarePage>
  )
}

export const loader = () => void queryClient.prefetchInfiniteQuery(announcementsQuery(getLanguage()))
