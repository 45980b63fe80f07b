/**
 * The connection to the host app or host page. `app/embedded-portal.ts` opens it once per page view.
 *
 * To call the host from a feature or a route:
 *
 *     const { callHost } = await import('./host.ts')
 *     const result = await callHost('canvas.import', { name: 'certificate.svg', type: 'image/svg+xml', data: base64 })
 *     if (!result.ok) show(hostErrorText(result.reason))
 *
 * Methods and their shapes: `contract/host/native-calls.ts`.
 */
import {
  createPortalMessage,
  type HostMessage,
  type PortalEvent,
  type PortalMessage,
} from '@kerf/contract/host/host-messages'
import {
  hasNativeStorage,
  type NativeInput,
  type NativeMethod,
  type NativeOutput,
} from '@kerf/contract/host/native-calls'
import { PASSPORT_VERSION } from '@kerf/contract/limits'
import { isEmbedded } from '@kerf/contract/portal-url'
import { getPageContext } from '../page/page-context.ts'
import { createHostCalls, type HostResult } from './host-calls.ts'
import { hasNativeBridge, onNativeMessage, postNativeMessage } from './native-bridge.ts'
import { isIos } from './native-system.ts'
import {
  OPAQUE_ORIGIN,
  type ValidationContext,
  type ValidationResult,
  validateContent,
  validateMessage,
} from './validate-message.ts'

/** The host that messages are sent to. */
export interface HostPeer {
  /** '' for a native bridge. */
  readonly origin: string
  /** Whether this host may receive the login token. */
  readonly token: boolean
  send(message: PortalMessage): void
}

/** A host that has not answered by then counts as absent: a call with a timeout of hours must not wait for it. */
const HOST_TIMEOUT_MS = 1_000
/** Enough to apply the rate limit of messages. */
const RECENT_TIMES_MAX = 10

const session = crypto.randomUUID()
const hostConnected = Promise.withResolvers<HostPeer>()
const listeners = new Set<(message: HostMessage) => void>()
let peer: HostPeer | undefined
/** Port of a host without an origin. It receives no personal data. */
let opaquePort: MessagePort | undefined
/** The methods that the host supports; undefined until it names them. */
let supportedMethods: ReadonlySet<string> | undefined
let lastSeq = -1
let recentTimes: number[] = []
let answeredNonce: string | undefined

const getPeerWindow = (): Window | null => (window.parent === window.self ? window.opener : window.parent)

const getAllowedHosts = () => getPageContext().data.hosts ?? { origins: [], token: [] }

const mayHaveHost = (): boolean =>
  isEmbedded(getPageContext().url) && (hasNativeBridge() || getPeerWindow() !== null)

export const getHostKind = (): 'native' | 'frame' | 'window' | 'none' => {
  if (!mayHaveHost()) return 'none'
  if (hasNativeBridge()) return 'native'
  return window.parent === window.self ? 'window' : 'frame'
}

const validationContext = (): ValidationContext => ({
  peer: getPeerWindow(),
  origins: [location.origin, ...getAllowedHosts().origins],
  session,
  lastSeq,
  isPending: calls.isPending,
  recentTimes,
  answeredNonce,
})

const waitForPeer = async (): Promise<HostPeer | undefined> => {
  if (!mayHaveHost()) return undefined
  const timeout = new Promise<undefined>(resolve => setTimeout(resolve, HOST_TIMEOUT_MS))
  return Promise.race([hostConnected.promise, timeout])
}

const calls = createHostCalls({
  waitForPeer,
  sendCall: (id, method, input) => postToHost({ type: 'call', id, method, input }),
  sendCancel: id => postToHost({ type: 'cancel', id }),
  supports: method => supportedMethods?.has(method),
  mayFetch: ({ origin, protocol, username, password }) =>
    username === '' &&
    password === '' &&
    (origin === location.origin || (protocol === 'https:' && getAllowedHosts().origins.includes(origin))),
})

/**
 * Calls a method of the host. Never rejects: the result is a value, or the reason why there is none. One call of a method at
 * a time (`busy`); `signal` cancels; without a host the reason is `no-host`.
 */
export async function callHost<M extends NativeMethod>(
  method: M,
  input: NativeInput<M>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<HostResult<NativeOutput<M>>> {
  const usesStorage = method === 'storage.get' || method === 'storage.save'
  if (usesStorage && !hasNativeStorage(isIos(navigator), getPageContext().url.av))
    return { ok: false, reason: 'too-old' }
  if (method === 'token.update' && !(await waitForPeer())?.token) return { ok: false, reason: 'not-allowed' }
  return calls.call(method, input, options)
}

/** Whether the host has named the method as supported. */
export const hostSupports = (method: NativeMethod): boolean => supportedMethods?.has(method) ?? false

export const cancelHostCalls = (): void => calls.failAll('cancelled')

/** Stays pending where there is no host. */
export const waitForHost = (): Promise<HostPeer> => hostConnected.promise

/** Sends an event to the host, as soon as its origin is known. */
export function postToHost(event: PortalEvent): void {
  if (!mayHaveHost()) return
  const message = createPortalMessage(session, event)
  if (event.type === 'resize' || event.type === 'language' || event.type === 'close')
    opaquePort?.postMessage(message)
  if (peer) peer.send(message)
  else void hostConnected.promise.then(connected => connected.send(message))
}

export function onHostMessage(listener: (message: HostMessage) => void): void {
  listeners.add(listener)
}

const sendTo =
  (target: Window, origin: string) =>
  (message: PortalMessage): void => {
    try {
      target.postMessage(message, origin)
    } catch {
      // The window was closed.
    }
  }

function setPeer(next: HostPeer): void {
  peer = next
  hostConnected.resolve(next)
}

/** A page of the portal itself gets a ticket: it signs in with it as with any address (`watchdog/open-login-window.ts`). */
const mayReceiveToken = (origin: string): boolean =>
  origin !== location.origin && getAllowedHosts().token.includes(origin)

/** Opens the connection. Sends `ready` at once where the origin of the host is known, otherwise in answer to its `hello`. */
export function connectHost(): void {
  if (!mayHaveHost()) return
  if (hasNativeBridge()) {
    onNativeMessage(data =>
      handleResult(validateContent({ data, at: performance.now() }, validationContext())),
    )
    setPeer({ origin: '', token: getAllowedHosts().token.length > 0, send: postNativeMessage })
  } else {
    window.addEventListener('message', handleMessageEvent)
    const parentOrigin = location.ancestorOrigins?.[0]
    const target = getPeerWindow()
    if (parentOrigin !== undefined && target && validationContext().origins.includes(parentOrigin))
      setPeer({
        origin: parentOrigin,
        token: mayReceiveToken(parentOrigin),
        send: sendTo(target, parentOrigin),
      })
  }
  if (peer) postToHost({ type: 'ready', portal: PASSPORT_VERSION })
}

function handleMessageEvent({ origin, source, data, ports }: MessageEvent): void {
  // The host window may navigate elsewhere. Only the origin that connected first is accepted.
  if (peer && peer.origin !== origin && origin !== OPAQUE_ORIGIN) return
  const result = validateMessage({ origin, source, data, at: performance.now() }, validationContext())
  if (typeof result === 'object' && result.type === 'hello') {
    if (origin === OPAQUE_ORIGIN) opaquePort = ports[0]
    else if (!peer)
      setPeer({ origin, token: mayReceiveToken(origin), send: sendTo(source as Window, origin) })
  }
  handleResult(result, origin === OPAQUE_ORIGIN)
}

function handleResult(result: ValidationResult, isOpaque = false): void {
  if (result === 'foreign') return
  if (result === 'dropped' || result.type !== 'answer')
    recentTimes = [...recentTimes, performance.now()].slice(-RECENT_TIMES_MAX)
  if (result === 'dropped') return
  if (result.type !== 'hello') lastSeq = result.seq
  if (result.type === 'answer') calls.handleAnswer(result)
  if (result.type === 'hello') answerHello(result, isOpaque)
  for (const listener of listeners) listener(result)
}

function answerHello(hello: Extract<HostMessage, { type: 'hello' }>, isOpaque: boolean): void {
  const ready = { type: 'ready', portal: PASSPORT_VERSION, nonce: hello.nonce } as const
  if (isOpaque) {
    opaquePort?.postMessage(createPortalMessage(session, ready))
    return
  }
  answeredNonce = hello.nonce
  if (hello.calls) supportedMethods = new Set(hello.calls)
  postToHost(ready)
}
