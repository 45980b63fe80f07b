/** Shows the offer of a login window below the form of a framed login page. Loaded only in a frame. */
import { createRoot } from 'react-dom/client'
import { LoginWindowOffer } from '../features/login/login-window-offer.tsx'
import { isLoginPath } from '../lib/page/login-path.ts'
import { whenStylesLoaded } from '../lib/page/when-styles-loaded.ts'
import type { Router } from '../lib/router/router.ts'
import { openLoginWindow } from '../watchdog/open-login-window.ts'

/** In a React root of its own at the end of `main`, so that the form does not move. */
export async function offerLoginWindow(router: Router): Promise<void> {
  await whenStylesLoaded()
  const container = document.createElement('div')
  createRoot(container).render(<LoginWindowOffer onOpen={openLoginWindow} />)
  const place = () => {
    const main = isLoginPath(location.pathname) && document.querySelector('main')
    if (main) main.append(container)
    else container.remove()
  }
  router.subscribe('rendered', place)
  place()
}
