/**
 * The portal's line to its host, opened once per page view by `app/embedded.ts`.
 *
 * To ask the host for something from a feature or a route:
 *
 *     const { callHost } = await import('./host.ts')
 *     const result = await callHost('canvas.import', { name: 'certificate.svg', type: 'image/svg+xml', data: base64 })
 *     if (result.ok) … else explain(result.reason)
 *
 * It never rejects and never hangs: `result` is the value, or a reason (`NativeFault`). `{ signal }` cancels. One call
 * of a method at a time (`busy`). Without a host the answer is `no-host`. Methods and shapes: contract/native-calls.
 */
import {
  createPortalMessage,
  type HostMessage,
  type PortalEvent,
  type PortalMessage,
} from '@kerf/contract/host-messages'
import { PASSPORT_VERSION } from '@kerf/contract/limits'
import {
  hasNativeStorage,
  type NativeInput,
  type NativeMethod,
  type NativeOutput,
} from '@kerf/contract/native-calls'
import { isEmbedded } from '@kerf/contract/portal-url'
import { getPageContext } from '../page-context.ts'
import { createHostCalls, type HostResult } from './host-calls.ts'
import { isHostOrigin } from './host-origin.ts'
import { hasNativeBridge, onNativeMessage, postNativeMessage } from './native-bridge.ts'
import {
  OPAQUE,
  type ValidationContext,
  type ValidationResult,
  validateContent,
  validateMessage,
} from './validate-message.ts'

/** How the host is spoken to, for the page that says what this host can do. */
export const getHostKind = (): 'native' | 'frame' | 'window' | 'none' => {
  if (!mayHaveHost()) return 'none'
  if (hasNativeBridge()) return 'native'
  return window.parent === window.self ? 'window' : 'frame'
}

/** Where messages go. `token`: whether this host is handed the token itself. */
export interface HostPeer {
  /** '' for a native bridge */
  readonly origin: string
  readonly token: boolean
  send(message: PortalMessage): void
}

const session = crypto.randomUUID()
const found = Promise.withResolvers<HostPeer>()
const listeners = new Set<(message: HostMessage) => void>()
let peer: HostPeer | undefined
/** of a host that cannot be named: told nothing about anyone */
let opaquePeer: MessagePort | undefined
/** methods the host has named */
let known: ReadonlySet<string> | undefined
let lastSeq = -1
let recent: number[] = []

const peerWindow = (): Window | null => (window.parent === window.self ? window.opener : window.parent)

const hosts = () => getPageContext().data.hosts ?? { origins: [], token: [] }

const facts = (): ValidationContext => ({
  peer: peerWindow(),
  origins: [location.origin, ...hosts().origins],
  allowLocalhost: getPageContext().data.development,
  session,
  lastSeq,
  isPending: calls.isPending,
  recent,
})

const calls = createHostCalls({
  ready: () => (mayHaveHost() ? Promise.race([found.promise, afterPatience()]) : Promise.resolve(undefined)),
  call: (id, method, input) => postToHost({ type: 'call', id, method, input }),
  cancel: id => postToHost({ type: 'cancel', id }),
  supports: method => known?.has(method),
  mayFetch: ({ origin, protocol, username, password }) =>
    username === '' &&
    password === '' &&
    (origin === location.origin || (protocol === 'https:' && hosts().origins.includes(origin))),
})

/** Milliseconds. */
const PATIENCE = 1_000
/** A host that has not spoken by then is none: a call with hours to its answer must not wait for one. */
const afterPatience = () => new Promise<undefined>(resolve => setTimeout(resolve, PATIENCE))

const mayHaveHost = (): boolean =>
  isEmbedded(getPageContext().url) && (hasNativeBridge() || peerWindow() !== null)

const isIos = (): boolean => /iphone|ipad|ipod/i.test(navigator.userAgent) || 'webkit' in window

export async function callHost<M extends NativeMethod>(
  method: M,
  input: NativeInput<M>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<HostResult<NativeOutput<M>>> {
  const stores = method === 'storage.get' || method === 'storage.save'
  if (stores && !hasNativeStorage(isIos(), getPageContext().url.av)) return { ok: false, reason: 'too-old' }
  if (method === 'token.update' && !(await hostGetsToken())) return { ok: false, reason: 'not-allowed' }
  return calls.ask(method, input, options)
}

const hostGetsToken = async () =>
  mayHaveHost() && ((await Promise.race([found.promise, afterPatience()]))?.token ?? false)

/** Whether the host has named the call among those it knows. */
export const hostSupports = (method: NativeMethod): boolean => known?.has(method) ?? false

export const cancelHostCalls = (): void => calls.endAll('cancelled')

/** The host once it can be named; pends for ever where none speaks. */
export const waitForHost = (): Promise<HostPeer> => found.promise

/** What is said before the host can be named waits for it. */
export function postToHost(event: PortalEvent): void {
  if (!mayHaveHost()) return
  const message = createPortalMessage(session, event)
  if (event.type === 'resize' || event.type === 'language' || event.type === 'close')
    opaquePeer?.postMessage(message)
  if (peer) peer.send(message)
  else void found.promise.then(late => late.send(message))
}

export function onHostMessage(listener: (message: HostMessage) => void): void {
  listeners.add(listener)
}

const send =
  (target: Window, origin: string) =>
  (message: PortalMessage): void => {
    try {
      target.postMessage(message, origin)
    } catch {
      // the window is gone
    }
  }

function settle(next: HostPeer): void {
  peer = next
  found.resolve(next)
}

const tokenFor = (origin: string): boolean => {
  const { origins, token } = hosts()
  // a host under development is treated as those of its brand
  return (
    token.includes(origin) || (!origins.includes(origin) && origin !== location.origin && token.length > 0)
  )
}

/** Opens the line. `ready` goes out at once where the host's origin is known, else in answer to its `hello`. */
export function connectHost(): void {
  if (!mayHaveHost()) return
  if (hasNativeBridge()) {
    onNativeMessage(data => accept(validateContent({ data, at: performance.now() }, facts())))
    settle({ origin: '', token: hosts().token.length > 0, send: postNativeMessage })
  } else {
    window.addEventListener('message', hear)
    const above = location.ancestorOrigins?.[0]
    const target = peerWindow()
    if (above !== undefined && target && isHostOrigin(above, facts()))
      settle({ origin: above, token: tokenFor(above), send: send(target, above) })
  }
  if (peer) postToHost({ type: 'ready', portal: PASSPORT_VERSION })
}

function hear(event: MessageEvent): void {
  const { origin, source, data, ports } = event
  // A window can be led elsewhere, but who was met first stays the one that is heard.
  if (peer && peer.origin !== origin && origin !== OPAQUE) return
  const verdict = validateMessage({ origin, source, data, at: performance.now() }, facts())
  if (typeof verdict === 'object' && verdict.type === 'hello') {
    if (origin === OPAQUE) opaquePeer = ports[0]
    else if (!peer) settle({ origin, token: tokenFor(origin), send: send(source as Window, origin) })
  }
  accept(verdict, origin === OPAQUE)
}

function accept(verdict: ValidationResult, opaque = false): void {
  if (verdict === 'foreign') return
  if (verdict === 'dropped' || verdict.type !== 'answer') recent = [...recent.slice(-9), performance.now()]
  if (verdict === 'dropped') return
  if (verdict.type !== 'hello') lastSeq = verdict.seq
  if (verdict.type === 'answer') calls.answered(verdict)
  if (verdict.type === 'hello') greet(verdict, opaque)
  for (const listener of listeners) listener(verdict)
}

function greet(hello: Extract<HostMessage, { type: 'hello' }>, opaque: boolean): void {
  const ready = { type: 'ready', portal: PASSPORT_VERSION, nonce: hello.nonce } as const
  if (opaque) {
    opaquePeer?.postMessage(createPortalMessage(session, ready))
    return
  }
  if (hello.calls) known = new Set(hello.calls)
  postToHost(ready)
}
