import { toLanguage } from '@kerf/contract/language'
import { PAGE_DATA_ID, type PageData } from '@kerf/contract/page-data'
import { isEmbedded } from '@kerf/contract/portal-url'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { detectSystem } from '../lib/detect-system.ts'
import { languageFromPath, setLanguage } from '../lib/language.ts'
import { trackOnlineState } from '../lib/online.ts'
import { createPageContext, getPageContext, setPageContext } from '../lib/page-context.ts'
import { guardRoute } from './guard-route.ts'
import { scheduleSessionListeners } from './load-session-listeners.ts'
import { createPortalRouter } from './router.tsx'

export async function start(): Promise<void> {
  const root = document.getElementById('root') as HTMLElement
  const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
  const system = detectSystem({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })
  setPageContext(createPageContext(data, location.search, system))
  setLanguage(languageFromPath(location.pathname) ?? toLanguage(document.documentElement.lang))

  const router = createPortalRouter({ history: createBrowserHistory(), prerender: false, guard: guardRoute })
  scheduleSessionListeners(router)

  applyWholeSheet()

  if ('page' in root.dataset) {
    // Else the router would add a Suspense boundary that the rendered page does not have.
    router.ssr = { manifest: undefined }
    await router.load()
    hydrateRoot(root, <RouterProvider router={router} />)
  } else {
    createRoot(root).render(<RouterProvider router={router} />)
  }
  trackOnlineState()
  if (isEmbedded(getPageContext().url))
    void import('./embedded-portal.ts').then(({ startEmbeddedPortal }) => startEmbeddedPortal(router))
}

/** A rendered page carries what its first paint needs; the rest of the looks arrive under a medium that blocks nothing. */
function applyWholeSheet(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media=print]')) {
    const apply = () => {
      link.media = 'all'
    }
    if (link.sheet) apply()
    else link.onload = apply
  }
}
