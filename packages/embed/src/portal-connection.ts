/**
 * Connection to one window of the portal by `postMessage`. Both directions check the exact origin and window. A handshake
 * opens a session; messages of the host carry sequence numbers; the portal can call handlers of the host.
 */
import type { HostMessage, PortalMessage } from '@kerf/contract/host/host-messages'
import { isRefusal } from './refuse.ts'

/** Interval at which `hello` is repeated until the portal answers. */
const HELLO_INTERVAL_MS = 300

type WithoutEnvelope<M> = M extends { readonly seq: number }
  ? Omit<M, 'source' | 'version' | 'session' | 'seq'>
  : never
export type OutgoingMessage = WithoutEnvelope<HostMessage>

/** A handler of any method: each takes an input of its own. */
export type AnyHandler = (input: never, context: { readonly signal: AbortSignal }) => unknown

export interface PortalConnectionOptions {
  readonly origin: string
  target(): Window | null | undefined
  readonly handlers: ReadonlyMap<string, AnyHandler>
  readonly app: { readonly version: string } | undefined
  /** Called for all messages but calls and their cancellations. */
  onMessage(message: PortalMessage): void
  /** Called for a message of a protocol version that this SDK does not support. */
  readonly onOtherVersion: (() => void) | undefined
}

export interface PortalConnection {
  readonly isReady: () => boolean
  /** Sends a message. Queues it until the handshake is complete. */
  send(message: OutgoingMessage): void
  close(): void
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

const head = { source: 'kerf-host', version: 1 } as const

export function connectToPortal({
  origin,
  target,
  handlers,
  app,
  onMessage,
  onOtherVersion,
}: PortalConnectionOptions): PortalConnection {
  let nonce = newId()
  let session = ''
  let seq = 0
  let queue: OutgoingMessage[] = []
  const running = new Map<string, AbortController>()

  const post = (message: object) => target()?.postMessage({ ...head, ...message }, origin)
  const send = (message: OutgoingMessage) => {
    if (session === '') queue.push(message)
    else post({ session, seq: seq++, ...message })
  }
  const hello = () => {
    if (session !== '' || !mayShowPortal(target(), origin)) return
    post({ type: 'hello', nonce, calls: [...handlers.keys()], ...(app && { app }) })
  }

  async function answerCall(id: string, method: string, input: unknown): Promise<void> {
    const handler = handlers.get(method)
    if (!handler) return send({ type: 'answer', id, ok: false, reason: 'unsupported' })
    const stop = new AbortController()
    running.set(id, stop)
    try {
      const value = (await handler(input as never, { signal: stop.signal })) ?? {}
      if (!stop.signal.aborted) send({ type: 'answer', id, ok: true, value })
    } catch (error) {
      if (stop.signal.aborted) return
      const { reason, text } = isRefusal(error) ? error : { reason: 'failed' as const, text: '' }
      send({ type: 'answer', id, ok: false, reason, ...(text && { text }) })
    } finally {
      running.delete(id)
    }
  }

  function onReady(message: PortalMessage & { type: 'ready' }): void {
    if (message.session === session) return
    // The page was loaded again and has not received our `hello`.
    if (message.nonce !== nonce) {
      session = ''
      hello()
      return
    }
    for (const stop of running.values()) stop.abort()
    session = message.session
    seq = 0
    // The next page load needs a new handshake.
    nonce = newId()
    const queued = queue
    queue = []
    queued.forEach(send)
    onMessage(message)
  }

  const receive = (event: MessageEvent) => {
    const window = target()
    if (!window || event.source !== window || event.origin !== origin) return
    const message = event.data as PortalMessage | null
    if (message?.source !== 'kerf-portal' || typeof message.session !== 'string') return
    if (message.version !== 1) return onOtherVersion?.()
    if (message.type === 'ready') return onReady(message)
    // The watchdog reports a page that does not start. It has no session.
    if (message.type === 'failed') return onMessage(message)
    if (session === '' || message.session !== session) return
    if (message.type === 'call') void answerCall(message.id, message.method, message.input)
    else if (message.type === 'cancel') running.get(message.id)?.abort()
    else onMessage(message)
  }

  addEventListener('message', receive)
  const timer = setInterval(hello, HELLO_INTERVAL_MS)
  return {
    isReady: () => session !== '',
    send,
    close() {
      clearInterval(timer)
      removeEventListener('message', receive)
      for (const stop of running.values()) stop.abort()
    },
  }
}

/**
 * Whether the window may already show the portal. A new window first has the host's origin, and `postMessage` with the
 * portal's origin would then log an error in the console.
 */
function mayShowPortal(target: Window | null | undefined, origin: string): boolean {
  if (!target) return false
  try {
    return target.location.origin === origin
  } catch {
    return true
  }
}
