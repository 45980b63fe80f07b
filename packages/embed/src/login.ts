/** A login in a window of its own, or in a dialog of the page where the browser opens none. */
import type { PortalMessage } from '@kerf/contract/host/host-messages'
import { portalAddress } from './address.ts'
import { openDialog } from './dialog.ts'
import type { PortalConnection } from './portal-connection.ts'
import type { Kerf, KerfLoginOptions, KerfOptions, KerfResult } from './types.ts'

/** Interval of the checks whether the window was closed. */
const POLL_INTERVAL_MS = 300

interface LoginDependencies extends Pick<Kerf, 'mount' | 'on'> {
  readonly options: KerfOptions
  readonly connect: (
    target: () => Window | null | undefined,
    onMessage: (message: PortalMessage) => void,
  ) => PortalConnection
  /** what ends the logins under way */
  readonly closers: Set<() => void>
}

export function createLogin({ options, connect, mount, on, closers }: LoginDependencies): Kerf['openLogin'] {
  function openLogin({
    in: place = 'window',
    business,
  }: KerfLoginOptions = {}): Promise<KerfResult | undefined> {
    const page = business ? 'login-business' : 'login'
    const opened =
      place === 'window'
        ? window.open(portalAddress(options, page), '_blank', 'popup,width=520,height=720')
        : null
    return opened ? inWindow(opened) : inDialog(page)
  }

  function inWindow(opened: Window): Promise<KerfResult | undefined> {
    return new Promise(resolve => {
      const done = (result?: KerfResult) => {
        clearInterval(timer)
        connection.close()
        closers.delete(done)
        opened.close()
        resolve(result)
      }
      const connection = connect(
        () => opened,
        message => {
          if (message.type === 'result') done(resultOf(message))
          else if (message.type === 'close') done()
        },
      )
      const timer = setInterval(() => opened.closed && done(), POLL_INTERVAL_MS)
      closers.add(done)
    })
  }

  function inDialog(page: string): Promise<KerfResult | undefined> {
    return new Promise(resolve => {
      const offs = [on('result', result => done(result)), on('close', () => done())]
      const done = (result?: KerfResult) => {
        for (const off of offs) off()
        closers.delete(done)
        frame.unmount()
        // close() restores the focus to the element that opened the dialog; remove() alone does not.
        dialog.close()
        dialog.remove()
        resolve(result)
      }
      const dialog = openDialog(options, () => done())
      const frame = mount(dialog, { page })
      closers.add(done)
    })
  }

  return openLogin
}

function resultOf({ uid, kind, ticket, utoken }: PortalMessage & { type: 'result' }): KerfResult {
  return { uid, kind, ...(ticket && { ticket }), ...(utoken && { utoken }) }
}
