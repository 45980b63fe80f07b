import { toLanguage } from '@kerf/contract/language'
import { PAGE_DATA_ID, type PageData } from '@kerf/contract/page-data'
import { isEmbedded } from '@kerf/contract/portal-url'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { languageOfPath, speak } from '../lib/language.ts'
import { watchNetwork } from '../lib/online.ts'
import { page, readPage, setPage } from '../lib/page.ts'
import { detectSystem } from '../lib/system.ts'
import { guard } from './guard.ts'
import { createPortalRouter } from './router.tsx'
import { watchSessionSoon } from './session-soon.ts'

export async function start(): Promise<void> {
  const root = document.getElementById('root') as HTMLElement
  const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
  const system = detectSystem({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })
  setPage(readPage(data, location.search, system))
  speak(languageOfPath(location.pathname) ?? toLanguage(document.documentElement.lang))

  const router = createPortalRouter({ history: createBrowserHistory(), prerender: false, guard })
  watchSessionSoon(router)

  applyWholeSheet()

  if ('page' in root.dataset) {
    // Else the router would add a Suspense boundary that the rendered page does not have.
    router.ssr = { manifest: undefined }
    await router.load()
    hydrateRoot(root, <RouterProvider router={router} />)
  } else {
    createRoot(root).render(<RouterProvider router={router} />)
  }
  watchNetwork()
  if (isEmbedded(page().url)) void import('./embedded.ts').then(({ joinHost }) => joinHost(router))
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
