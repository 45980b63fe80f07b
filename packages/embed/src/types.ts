/** Public types of the SDK. */
import type { KerfHandler, KerfMethod } from './native-calls.ts'

export type KerfLanguage = 'en' | 'zh'
export type KerfTheme = 'light' | 'dark' | 'system'
export type KerfSystem = 'pc' | 'pad' | 'mobile' | 'web-pc' | 'web-mobile' | 'web-pad' | 'os'

export interface KerfOptions {
  /** Origin of the portal, such as `https://passport.kerf.example` */
  readonly portal: string
  /** App code (parameter `p`). */
  readonly app: string
  /** Code of the app whose brand is shown (parameter `o`). Default: `app`. */
  readonly origin?: string
  /** Default: `en`. */
  readonly language?: KerfLanguage
  readonly theme?: KerfTheme
  /** Kind of the host system (parameter `s`). By default the portal detects it. */
  readonly system?: KerfSystem
  /** Version of the host app, such as `2.1.0` (parameter `av`). */
  readonly appVersion?: string
  /** Timeout in milliseconds. A portal that is not ready by then is reported as failed. Default: 10 000. */
  readonly timeoutMs?: number
  /** @deprecated Use `timeoutMs`, which has precedence. */
  readonly patience?: number
}

/**
 * The account that signed in, with either `ticket` or `utoken`. Both are missing if the portal may not give this host
 * credentials.
 */
export interface KerfResult {
  readonly uid: string
  readonly kind: 'personal' | 'business'
  /** One-time ticket, valid for 60 seconds. Your server redeems it at `/v1/ticket/redeem`. */
  readonly ticket?: string
  /** Login token, only for apps whose brand sets `tokenToHost`. */
  readonly utoken?: string
}

export interface KerfAccount {
  readonly uid: string
  readonly kind: 'personal' | 'business'
  readonly nickname: string
  /** URL of the avatar. */
  readonly headpic: string
}

/** Reason why the portal is not visible. */
export type KerfFailure = 'offline' | 'unreachable' | 'refused' | 'blocked' | 'slow' | 'version'

export interface KerfEvents {
  readonly ready: { readonly portal: string }
  readonly login: { readonly uid: string }
  readonly result: KerfResult
  readonly logout: { readonly expired: boolean }
  readonly resize: { readonly width: number; readonly height: number }
  readonly language: { readonly language: KerfLanguage }
  readonly cookies: { readonly state: 'allowed' | 'blocked' }
  readonly close: object
  readonly failed: { readonly reason: KerfFailure; readonly code: string }
}
export type KerfEvent = keyof KerfEvents

/** Reason that the SDK sends to the portal if a handler throws `refuse(reason, text)`. */
export type KerfRefusal = 'refused' | 'unsupported' | 'no-device' | 'failed'

export interface KerfMountOptions {
  /** Path below the language (`login`), or with a leading slash a path without a language (`/selftest`). Default: `login`. */
  readonly page?: string
  /** One-time handover ticket that signs the person in when the page opens. */
  readonly ticket?: string
  /** Sets the frame's height to the height of its content. Default: false. */
  readonly autoHeight?: boolean
}

export interface KerfMounted {
  readonly frame: HTMLIFrameElement
  reload(): void
  setTheme(theme: KerfTheme): void
  setLanguage(language: KerfLanguage): void
  /** Reports whether this host allows third-party cookies. */
  setCookies(state: 'allowed' | 'blocked'): void
  /** Signs in with a one-time handover ticket if no one is signed in. */
  signIn(ticket: string): void
  /** Removes the frame and its listeners. */
  unmount(): void
}

export interface KerfLoginOptions {
  /** `frame` opens a dialog over the page. It is also used if the browser blocks windows. Default: `window`. */
  readonly in?: 'window' | 'frame'
  /** Opens the sign-in page of business accounts. Default: false. */
  readonly business?: boolean
}

export interface Kerf {
  /** Opens the login. Call it from a click handler. Resolves to undefined if the person closes the login. */
  openLogin(options?: KerfLoginOptions): Promise<KerfResult | undefined>
  /** Adds the portal as a frame to an element. Throws if a selector matches no element. */
  mount(where: Element | string, options?: KerfMountOptions): KerfMounted
  /**
   * Returns the account that is signed in to the portal inside this page. Resolves to undefined if no one is signed in or
   * the portal does not answer within 15 seconds.
   */
  getSession(): Promise<KerfAccount | undefined>
  /** Signs out of the portal inside this page. Resolves when the session has ended, at the latest after 20 checks. */
  logout(): Promise<void>
  /** Adds a listener. Returns a function that removes it. */
  on<E extends KerfEvent>(event: E, listener: (detail: KerfEvents[E]) => void): () => void
  /** Sets the handler of a native call, such as `canvas.import`. Call it before the portal is opened. */
  handle<M extends KerfMethod>(method: M, handler: KerfHandler<M>): void
  /** Closes open logins, unmounts all frames and removes all listeners. */
  destroy(): void
}

/** Theme of `<kerf-messages>`. Invalid values are ignored. */
export interface KerfMessagesTheme {
  /** Hex color of buttons, links and markers. */
  readonly color?: string
  /** URL of the picture for an empty list: https, on an origin that the portal allows. */
  readonly emptyDataImg?: string
  /** Values of the `--kerf-…` variables listed in the documentation: colors and lengths. */
  readonly var?: Readonly<Record<string, string>>
}
