/** What a page begins with once it is there. */
import { isEmbedded } from '@kerf/contract/portal-url'
import { page } from '../lib/page.ts'
import type { PortalRouter } from './router.tsx'

/** Milliseconds: nothing that can wait is fetched while the page is becoming usable. */
const AFTER_PAINT = 1_000

export async function beginLate(router: PortalRouter): Promise<void> {
  if (isEmbedded(page().url)) (await import('./embedded.ts')).joinHost(router)
  setTimeout(() => {
    import('./statistics.tsx').then(
      ({ beginStatistics }) => beginStatistics(router),
      () => {},
    )
  }, AFTER_PAINT)
}
