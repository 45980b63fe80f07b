import type { PortalMessage } from '@kerf/contract/host/host-messages'
import { portalAddress, portalOrigin } from './address.ts'
import { createLogin } from './login.ts'
import { type AnyHandler, connectToPortal, newId, type PortalConnection } from './portal-connection.ts'
import type {
  Kerf,
  KerfAccount,
  KerfEvent,
  KerfEvents,
  KerfMounted,
  KerfMountOptions,
  KerfOptions,
} from './types.ts'
import { watchFrame } from './watch-frame.ts'

const SESSION_TIMEOUT_MS = 15_000
/** Maximum number of session checks after a logout. */
const LOGOUT_CHECKS_MAX = 20
/** A page that shows no account data and sends no requests by itself. */
const HIDDEN_PAGE = '/selftest'
/** Interval of the checks whether a logout took effect. */
const POLL_INTERVAL_MS = 300

export function createKerf(options: KerfOptions): Kerf {
  const origin = portalOrigin(options)
  const handlers = new Map<string, AnyHandler>()
  const listeners = new Map<KerfEvent, Set<(detail: never) => void>>()
  const mounted = new Map<KerfMounted, PortalConnection>()
  const pendingSessions = new Map<string, (account: KerfAccount | undefined) => void>()
  const closers = new Set<() => void>()

  const on: Kerf['on'] = (event, listener) => {
    const all = listeners.get(event) ?? new Set()
    listeners.set(event, all.add(listener))
    return () => all.delete(listener)
  }
  const emit = <E extends KerfEvent>(event: E, detail: KerfEvents[E]) => {
    for (const listener of listeners.get(event) ?? []) listener(detail as never)
  }
  const connect = (
    target: () => Window | null | undefined,
    onMessage: (message: PortalMessage) => void,
    onOtherVersion?: () => void,
  ) =>
    connectToPortal({
      origin,
      target,
      handlers,
      onOtherVersion,
      app: options.appVersion ? { version: options.appVersion } : undefined,
      onMessage(message) {
        onMessage(message)
        const { source: _, version: __, session: ___, type, ...detail } = message
        if (type === 'session') {
          const { id, account } = detail as { id: string; account: KerfAccount | null }
          pendingSessions.get(id)?.(account ?? undefined)
        } else emit(type as KerfEvent, detail as never)
      },
    })

  const openLogin = createLogin({ options, connect, mount, on, closers })

  function mount(where: Element | string, more: KerfMountOptions = {}): KerfMounted {
    const place = typeof where === 'string' ? document.querySelector(where) : where
    if (!place) throw new Error(`no such element: ${where}`)
    const frame = document.createElement('iframe')
    const address = portalAddress(options, more.page ?? 'login')
    frame.src = address
    frame.title = 'Kerf Passport'
    frame.allow = 'clipboard-write; storage-access; publickey-credentials-get'
    frame.style.cssText = 'border:0;width:100%;height:100%;min-height:520px;display:block;color-scheme:normal'
    const connection = connect(
      () => frame.contentWindow,
      message => {
        if (message.type === 'ready') {
          watched.reset()
          if (options.theme) connection.send({ type: 'theme', theme: options.theme })
        } else if (message.type === 'resize' && more.autoHeight) frame.style.height = `${message.height}px`
      },
      () => watched.fail('version'),
    )
    if (more.ticket) connection.send({ type: 'ticket', ticket: more.ticket })
    const reload = () => {
      frame.src = address
    }
    const handle = {
      frame,
      reload: () => connection.send({ type: 'reload' }),
      setTheme: (theme: NonNullable<KerfOptions['theme']>) => connection.send({ type: 'theme', theme }),
      setLanguage: (language: NonNullable<KerfOptions['language']>) =>
        connection.send({ type: 'language', language }),
      setCookies: (state: 'allowed' | 'blocked') => connection.send({ type: 'cookies', state }),
      signIn: (ticket: string) => connection.send({ type: 'ticket', ticket }),
      unmount() {
        mounted.delete(handle)
        watched.stop()
        connection.close()
        frame.remove()
      },
    }
    const watched = watchFrame({
      frame,
      options,
      origin,
      isReady: connection.isReady,
      retry: reload,
      openInBrowser: () => void openLogin(),
      report: detail => emit('failed', detail),
    })
    mounted.set(handle, connection)
    place.append(frame)
    return handle
  }

  /** Returns the connection of a mounted frame. Mounts a hidden frame if there is none; later calls reuse it. */
  function anyConnection(): PortalConnection {
    const [first] = mounted.values()
    if (first) return first
    const hidden = document.createElement('div')
    hidden.hidden = true
    document.body.append(hidden)
    closers.add(() => hidden.remove())
    mount(hidden, { page: HIDDEN_PAGE })
    return anyConnection()
  }

  const askForSession = (connection: PortalConnection): Promise<KerfAccount | undefined> =>
    new Promise(resolve => {
      const id = newId()
      const timer = setTimeout(() => done(undefined), SESSION_TIMEOUT_MS)
      const done = (account: KerfAccount | undefined) => {
        clearTimeout(timer)
        pendingSessions.delete(id)
        resolve(account)
      }
      pendingSessions.set(id, done)
      connection.send({ type: 'get-session', id })
    })

  return {
    openLogin,
    mount,
    on,
    getSession: async () => askForSession(anyConnection()),
    async logout() {
      const connection = anyConnection()
      connection.send({ type: 'logout' })
      for (let tries = 0; tries < LOGOUT_CHECKS_MAX && (await askForSession(connection)); tries++)
        await new Promise(later => setTimeout(later, POLL_INTERVAL_MS))
    },
    handle: (method, handler) => void handlers.set(method, handler),
    destroy() {
      for (const close of closers) close()
      for (const frame of mounted.keys()) frame.unmount()
      listeners.clear()
    },
  }
}
