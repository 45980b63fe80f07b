/**
 * The bridge that an app puts into its web view: `webkit.messageHandlers.KerfBridge` (WKWebView), or an object
 * `KerfBridge` with `postMessage` (Android, Electron's preload). Messages travel as JSON text. The app answers by
 * calling `KerfPortal.receive(text)`, or by the object's own message events where it has them.
 */
import { HOST_MESSAGE_LENGTH_MAX, type PortalMessage } from '@kerf/contract/host-messages'

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

const find = (): BridgeObject | undefined => {
  // In a frame the object would be that of a page around us, not of an app.
  if (window.top !== window.self) return undefined
  const found = window.webkit?.messageHandlers?.KerfBridge ?? window.KerfBridge
  return typeof found?.postMessage === 'function' ? found : undefined
}

export const hasNativeBridge = (): boolean => find() !== undefined

export const postNativeMessage = (message: PortalMessage): void =>
  find()?.postMessage(JSON.stringify(message))

export function onNativeMessage(hear: (data: unknown) => void): void {
  const receive = (text: unknown) => {
    if (typeof text !== 'string' || text.length > HOST_MESSAGE_LENGTH_MAX) return
    let data: unknown
    try {
      data = JSON.parse(text)
    } catch {
      return
    }
    hear(data)
  }
  window.KerfPortal = { receive }
  find()?.addEventListener?.('message', event => receive(event.data))
}
