import * as m from '@kerf/locales/messages'
import { useLanguage } from '../../lib/page/language.ts'
import { account } from '../../lib/session/account.ts'
import { useStore } from '../../lib/store.ts'
import { cookieState } from '../../lib/token/cookie-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'

/**
 * Offers the login in a window, where our cookies work: in a frame without cookies a sign-in lasts until the frame is
 * reloaded. The frame receives a one-time ticket from the window.
 */
export function LoginWindowOffer({ onOpen }: { onOpen(): void }) {
  useLanguage()
  const isSignedIn = useStore(account) !== undefined
  if (useStore(cookieState) !== 'blocked' || isSignedIn) return null
  return (
    <Notice data-login-window>
      <p>{m.login_window_offer()}</p>
      <Button variant="quiet" size="small" onClick={onOpen}>
        {m.login_window_open()}
      </Button>
    </Notice>
  )
}
