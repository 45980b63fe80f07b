/**
 * The bridge that an app injects into its web view: `webkit.messageHandlers.KerfBridge` (WKWebView), or an object
 * `KerfBridge` with `postMessage` (Android, preload script of Electron). Messages are JSON texts. The app answers by
 * `KerfPortal.receive(text)`, or by message events of the object where it has them.
 */
import { HOST_MESSAGE_LENGTH_MAX, type PortalMessage } from '@kerf/contract/host/host-messages'

interface BridgeObject {
  postMessage(text: string): void
  addEventListener?(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

declare global {
  interface Window {
    readonly webkit?: { readonly messageHandlers?: { readonly KerfBridge?: BridgeObject } }
    readonly KerfBridge?: BridgeObject
    KerfPortal?: { receive(text: string): void }
  }
}

const findBridge = (): BridgeObject | undefined => {
  // In a frame, the object would belong to the embedding page, not to an app.
  if (window.top !== window.self) return undefined
  const bridge = window.webkit?.messageHandlers?.KerfBridge ?? window.KerfBridge
  return typeof bridge?.postMessage === 'function' ? bridge : undefined
}

export const hasNativeBridge = (): boolean => findBridge() !== undefined

export const postNativeMessage = (message: PortalMessage): void =>
  findBridge()?.postMessage(JSON.stringify(message))

/** Calls back with the parsed content of each message. Texts that are too long or not JSON are ignored. */
export function onNativeMessage(listener: (data: unknown) => void): void {
  const receive = (text: unknown) => {
    if (typeof text !== 'string' || text.length > HOST_MESSAGE_LENGTH_MAX) return
    let data: unknown
    try {
      data = JSON.parse(text)
    } catch {
      return
    }
    listener(data)
  }
  window.KerfPortal = { receive }
  findBridge()?.addEventListener?.('message', event => receive(event.data))
}
