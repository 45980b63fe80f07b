import { toLanguage } from '@kerf/contract/language'
import { PAGE_DATA_ID, type PageData } from '@kerf/contract/page-data'
import { SKELETON_ID } from '@kerf/contract/page-template'
import { isEmbedded } from '@kerf/contract/portal-url'
import { createBrowserHistory } from '@tanstack/history'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { detectSystem } from '../lib/browser/detect-system.ts'
import { trackOnlineState } from '../lib/browser/online.ts'
import { languageFromPath, setLanguage } from '../lib/page/language.ts'
import { trackLoginPageUse } from '../lib/page/login-path.ts'
import { createPageContext, getPageContext, setPageContext } from '../lib/page/page-context.ts'
import { guardRoute } from './guard-route.ts'
import { scheduleSessionListeners } from './load-session-listeners.ts'
import { App, preloadSkeleton } from './root.tsx'
import { createPortalRouter } from './router.tsx'

/** Starts the portal: hydrates a prerendered page, otherwise renders into the empty shell. */
export async function start(): Promise<void> {
  const root = document.getElementById('root') as HTMLElement
  const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '')
  const system = detectSystem({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })
  setPageContext(createPageContext(data, location.search, system))
  setLanguage(languageFromPath(location.pathname) ?? toLanguage(document.documentElement.lang))

  preloadSkeleton()

  const router = createPortalRouter({ history: createBrowserHistory(), prerender: false, guard: guardRoute })
  trackLoginPageUse()
  scheduleSessionListeners(router)
  applyDeferredStyles()

  if ('page' in root.dataset) {
    await router.load()
    hydrateRoot(root, <App router={router} />)
  } else {
    removeSkeletonAfterRender(root)
    void router.load()
    createRoot(root).render(<App router={router} />)
  }
  trackOnlineState()
  if (isEmbedded(getPageContext().url))
    void import('./embedded-portal.ts').then(({ startEmbeddedPortal }) => startEmbeddedPortal(router))
}

/** A prerendered skeleton stays until the first element is rendered, and is removed before the next frame. */
function removeSkeletonAfterRender(root: HTMLElement): void {
  const observer = new MutationObserver(() => {
    document.getElementById(SKELETON_ID)?.remove()
    observer.disconnect()
  })
  observer.observe(root, { childList: true })
}

/**
 * Applies the full style sheet as soon as it is loaded. A prerendered page inlines the styles of its first paint; the full
 * sheet loads without blocking, by a `<link>` of the medium `print`.
 */
function applyDeferredStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media=print]')) {
    const apply = () => {
      link.media = 'all'
    }
    if (link.sheet) apply()
    else link.onload = apply
  }
}
