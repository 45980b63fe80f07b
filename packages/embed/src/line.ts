/** The line to one window of the portal: exact origin and window both ways, a handshake, numbered messages, calls. */
import type { HostMessage, PortalMessage } from '@kerf/contract/host-messages'
import { isRefusal } from './refuse.ts'
import type { KerfHandler } from './types.ts'

/** Milliseconds between two tries to be heard. */
const HELLO_EVERY = 300

type Unsaid<M> = M extends { readonly seq: number }
  ? Omit<M, 'source' | 'version' | 'session' | 'seq'>
  : never
export type HostSays = Unsaid<HostMessage>

export interface LineParts {
  readonly origin: string
  target(): Window | null | undefined
  readonly handlers: ReadonlyMap<string, KerfHandler>
  readonly app: { readonly version: string } | undefined
  hear(message: PortalMessage): void
  /** The portal speaks in a way that this SDK does not know. */
  otherVersion(): void
}

export interface Line {
  readonly isUp: () => boolean
  /** What is said before the line is up waits for it. */
  say(message: HostSays): void
  close(): void
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

const head = { source: 'kerf-host', version: 1 } as const

export function openLine({ origin, target, handlers, app, hear, otherVersion }: LineParts): Line {
  let nonce = newId()
  let session = ''
  let seq = 0
  let waiting: HostSays[] = []
  const running = new Map<string, AbortController>()

  const post = (message: object) => target()?.postMessage({ ...head, ...message }, origin)
  const say = (message: HostSays) => {
    if (session === '') waiting.push(message)
    else post({ session, seq: seq++, ...message })
  }
  const hello = () => {
    if (session !== '' || !isThere(target(), origin)) return
    post({ type: 'hello', nonce, calls: [...handlers.keys()], ...(app ? { app } : {}) })
  }

  async function run(id: string, method: string, input: unknown): Promise<void> {
    const handler = handlers.get(method)
    if (!handler) return say({ type: 'answer', id, ok: false, reason: 'unsupported' })
    const stop = new AbortController()
    running.set(id, stop)
    try {
      const value = (await handler(input as never, { signal: stop.signal })) ?? {}
      if (!stop.signal.aborted) say({ type: 'answer', id, ok: true, value })
    } catch (error) {
      if (stop.signal.aborted) return
      const { reason, text } = isRefusal(error) ? error : { reason: 'failed' as const, text: undefined }
      say({ type: 'answer', id, ok: false, reason, ...(text ? { text } : {}) })
    } finally {
      running.delete(id)
    }
  }

  function up(message: PortalMessage & { type: 'ready' }): void {
    if (message.session === session) return
    // A page that came up by itself has not heard us yet.
    if (message.nonce !== nonce) {
      session = ''
      hello()
      return
    }
    for (const stop of running.values()) stop.abort()
    session = message.session
    seq = 0
    // the next page view is met anew
    nonce = newId()
    const all = waiting
    waiting = []
    all.forEach(say)
    hear(message)
  }

  const listen = (event: MessageEvent) => {
    const window = target()
    if (!window || event.source !== window || event.origin !== origin) return
    const message = event.data as PortalMessage | null
    if (message?.source !== 'kerf-portal' || typeof message.session !== 'string') return
    if (message.version !== 1) return otherVersion()
    if (message.type === 'ready') return up(message)
    // What watches over a page that does not come up has no session to speak in.
    if (message.type === 'failed') return hear(message)
    if (session === '' || message.session !== session) return
    if (message.type === 'call') void run(message.id, message.method, message.input)
    else if (message.type === 'cancel') running.get(message.id)?.abort()
    else hear(message)
  }

  addEventListener('message', listen)
  const timer = setInterval(hello, HELLO_EVERY)
  return {
    isUp: () => session !== '',
    say,
    close() {
      clearInterval(timer)
      removeEventListener('message', listen)
      for (const stop of running.values()) stop.abort()
    },
  }
}

/** A window that has not gone to the portal yet is still our own, and would complain of a message that is not for it. */
function isThere(target: Window | null | undefined, origin: string): boolean {
  if (!target) return false
  try {
    return target.location.origin === origin
  } catch {
    return true
  }
}
