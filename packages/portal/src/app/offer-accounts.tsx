/** Shows the accounts that are set aside in this browser in the place of the form of a login page. Loaded only if there are any. */
import { createRoot } from 'react-dom/client'
import { LoginAccounts } from '../features/account-choice/login-accounts.tsx'
import { isLoginPath } from '../lib/page/login-path.ts'
import { whenStylesLoaded } from '../lib/page/when-styles-loaded.ts'
import type { Router } from '../lib/router/router.ts'
import { getCurrentToken } from '../lib/token/token.ts'

/** In a React root of its own at the end of `main`, so that the form does not move. */
export async function offerAccounts(router: Router): Promise<void> {
  await whenStylesLoaded()
  const container = document.createElement('div')
  let root: ReturnType<typeof createRoot> | undefined
  const place = () => {
    const main =
      getCurrentToken() === undefined && isLoginPath(location.pathname) && document.querySelector('main')
    if (main) {
      if (main.lastChild === container) return
      main.append(container)
      root ??= createRoot(container)
      // The guards of the page that is loaded follow the return address.
      root.render(<LoginAccounts onChosen={() => location.reload()} />)
    } else {
      root?.unmount()
      root = undefined
      container.remove()
    }
  }
  router.subscribe('rendered', place)
  place()
}
