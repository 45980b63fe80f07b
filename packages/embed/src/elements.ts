/** Public types of the custom elements, so that `querySelector`, `createElement` and `addEventListener` know them. */
import type { Kerf, KerfEvent, KerfEvents, KerfMessagesTheme } from './types.ts'

type PortalEvents = { readonly [E in KerfEvent as `kerf-${E}`]: CustomEvent<KerfEvents[E]> }
export interface KerfPortalEventMap extends HTMLElementEventMap, PortalEvents {}

/** An element whose listeners know the events of `Events`. */
interface ElementWithEvents<Events extends HTMLElementEventMap> extends HTMLElement {
  addEventListener<K extends keyof Events>(
    type: K,
    listener: (this: this, event: Events[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<K extends keyof Events>(
    type: K,
    listener: (this: this, event: Events[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void
}

/** The element `<kerf-portal>`. */
export interface KerfPortalElement extends ElementWithEvents<KerfPortalEventMap> {
  /** SDK of this element, for native calls: `element.kerf.handle(…)`. Undefined until the element is connected. */
  readonly kerf: Kerf | undefined
}

export interface KerfMessagesEventMap extends HTMLElementEventMap {
  /** The number of unread messages: at the start and after each change. */
  readonly 'kerf-unread': CustomEvent<{ readonly unread: number }>
  /** The token is no longer valid. The element is empty until the page sets a new one. */
  readonly 'kerf-expired': CustomEvent<null>
  /** The script or the list could not be loaded. */
  readonly 'kerf-failed': CustomEvent<null>
}

/** The element `<kerf-messages>`. */
export interface KerfMessagesElement extends ElementWithEvents<KerfMessagesEventMap> {
  /** Login token of the person. The element is empty while it is undefined. */
  token: string | undefined
  theme: KerfMessagesTheme | undefined
}

declare global {
  interface HTMLElementTagNameMap {
    readonly 'kerf-portal': KerfPortalElement
    readonly 'kerf-messages': KerfMessagesElement
  }
}
