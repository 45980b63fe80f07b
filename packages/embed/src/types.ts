/** What a host app sees of the SDK. Complete in itself: these types are handed out as they are. */

export type KerfLanguage = 'en' | 'zh'
export type KerfTheme = 'light' | 'dark' | 'system'
export type KerfSystem = 'pc' | 'pad' | 'mobile' | 'web-pc' | 'web-mobile' | 'web-pad' | 'os'

export interface KerfOptions {
  /** origin of the portal, such as `https://passport.kerf.example` */
  readonly portal: string
  /** app code (`p`) */
  readonly app: string
  /** origin app (`o`), whose brand is seen; the app itself unless given */
  readonly origin?: string
  /** `en` unless given */
  readonly language?: KerfLanguage
  readonly theme?: KerfTheme
  /** found out by the portal unless given */
  readonly system?: KerfSystem
  readonly appVersion?: string
  /** milliseconds until a portal that has not come up is spoken of; 10 s unless given */
  readonly patience?: number
}

/** Who signed in. One of `ticket` and `utoken`; neither where the portal may hand this host nothing. */
export interface KerfResult {
  readonly uid: string
  readonly kind: 'personal' | 'business'
  /** one-time, 60 s: your server redeems it at `/v1/ticket/redeem` */
  readonly ticket?: string
  readonly utoken?: string
}

export interface KerfAccount {
  readonly uid: string
  readonly kind: 'personal' | 'business'
  readonly nickname: string
  readonly headpic: string
}

/** Why nothing is to be seen. */
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

/** Thrown by a handler: the portal is told this reason. */
export type KerfRefusal = 'refused' | 'unsupported' | 'no-device' | 'failed'

/** Does what the portal asks. Throw `refuse(reason, text)` to say no; `signal` aborts when the portal gives up. */
export type KerfHandler = (input: never, context: { readonly signal: AbortSignal }) => unknown

export interface KerfMountOptions {
  /** path below the language, or, with a slash before it, one without a language; `login` unless given */
  readonly page?: string
  /** a one-time ticket of the portal itself, to be signed in from the start */
  readonly ticket?: string
  /** the frame grows and shrinks with its content */
  readonly autoHeight?: boolean
}

export interface KerfMounted {
  readonly frame: HTMLIFrameElement
  reload(): void
  setTheme(theme: KerfTheme): void
  setLanguage(language: KerfLanguage): void
  /** what this host knows of third-party cookies */
  setCookies(state: 'allowed' | 'blocked'): void
  signIn(ticket: string): void
  unmount(): void
}

export interface KerfLoginOptions {
  /** `window` unless given; `frame` lays a dialog over the page, and serves where windows are blocked */
  readonly in?: 'window' | 'frame'
  readonly business?: boolean
}

export interface Kerf {
  /** Call it from a click. Resolves to undefined when the person closes it. */
  openLogin(options?: KerfLoginOptions): Promise<KerfResult | undefined>
  mount(where: Element | string, options?: KerfMountOptions): KerfMounted
  /** Who is signed in, as the portal inside this page knows; undefined: nobody. */
  getSession(): Promise<KerfAccount | undefined>
  /** Signs out of the portal inside this page. */
  logout(): Promise<void>
  /** Gives what stops it. */
  on<E extends KerfEvent>(event: E, listener: (detail: KerfEvents[E]) => void): () => void
  /** Does a native call, such as `canvas.import`. Set before the portal is opened. */
  handle(method: string, handler: KerfHandler): void
  /** Closes everything. */
  destroy(): void
}

/** The look of `<kerf-messages>`. What does not fit is dropped. */
export interface KerfMessagesTheme {
  /** hex color of buttons, links and marks */
  readonly color?: string
  /** https, on an origin that the portal lists: the picture of an empty list */
  readonly emptyDataImg?: string
  /** `--kerf-…` names of the documentation: colors and lengths */
  readonly var?: Readonly<Record<string, string>>
}

/** `<kerf-messages>`; tells `kerf-unread`, `kerf-expired` and `kerf-failed`. */
export interface KerfMessagesElement extends HTMLElement {
  token: string | undefined
  theme: KerfMessagesTheme | undefined
}
