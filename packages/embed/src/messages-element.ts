/**
 * `<kerf-messages portal="…" app-code="creative" lang="en" sort="newest">`: the message center in a shadow root. The
 * element imports its script from the portal when it is first shown. The token and the theme are properties: an attribute
 * would expose the token in the page's markup.
 */
import type { KerfLanguage, KerfMessagesTheme } from './types.ts'

const NAME = 'kerf-messages'
const SORTS = ['newest', 'oldest', 'unread'] as const

interface Options {
  readonly baseUrl: string
  readonly token: string
  readonly appCode: string
  readonly appName: string
  readonly lang: KerfLanguage
  readonly sort: (typeof SORTS)[number] | undefined
  readonly theme: KerfMessagesTheme | undefined
  onExpired(): void
  onFailed(): void
  onUnread(unread: number): void
}

interface Script {
  mountMessages(shadow: ShadowRoot, options: Options): { update(options: Options): void; unmount(): void }
}

export function defineMessages(): void {
  if (!('customElements' in globalThis) || customElements.get(NAME)) return

  class KerfMessages extends HTMLElement {
    static readonly observedAttributes = ['portal', 'app-code', 'app-name', 'lang', 'sort']
    readonly #shadow = this.attachShadow({ mode: 'open' })
    #token: string | undefined
    #theme: KerfMessagesTheme | undefined
    #mounted: ReturnType<Script['mountMessages']> | undefined
    #portal: string | undefined
    #turn = 0

    /** Login token that the portal gave this page. The element is empty while it is undefined. */
    get token(): string | undefined {
      return this.#token
    }
    set token(token: string | undefined) {
      this.#token = token
      void this.#show()
    }
    get theme(): KerfMessagesTheme | undefined {
      return this.#theme
    }
    set theme(theme: KerfMessagesTheme | undefined) {
      this.#theme = theme
      void this.#show()
    }

    connectedCallback(): void {
      // A property that was set before the element was defined shadows the accessor. Delete it and set it through the accessor.
      for (const name of ['token', 'theme'] as const) {
        if (!Object.getOwnPropertyDescriptor(this, name)) continue
        const value = this[name]
        delete (this as { token?: unknown; theme?: unknown })[name]
        this[name] = value as never
      }
      void this.#show()
    }
    disconnectedCallback(): void {
      this.#leave()
    }
    attributeChangedCallback(_: string, before: string | null, now: string | null): void {
      if (before !== now) void this.#show()
    }

    #leave(): void {
      this.#turn++
      this.#mounted?.unmount()
      this.#mounted = undefined
    }
    #options(portal: string, token: string): Options {
      const read = (name: string) => this.getAttribute(name) ?? ''
      return {
        baseUrl: portal,
        token,
        appCode: read('app-code') || 'portal',
        appName: read('app-name') || read('app-code') || 'Kerf Passport',
        // zh and zh-CN select Chinese, any other value English.
        lang: /^zh(?:-CN)?$/.test(read('lang')) ? 'zh' : 'en',
        sort: SORTS.find(sort => sort === read('sort')),
        theme: this.#theme,
        onExpired: () => {
          this.token = undefined
          this.dispatchEvent(new CustomEvent('kerf-expired'))
        },
        onFailed: () => void this.dispatchEvent(new CustomEvent('kerf-failed')),
        onUnread: unread => void this.dispatchEvent(new CustomEvent('kerf-unread', { detail: { unread } })),
      }
    }

    async #show(): Promise<void> {
      const portal = originOf(this.getAttribute('portal'))
      const token = this.#token
      if (!this.isConnected || portal === undefined || typeof token !== 'string' || token === '')
        return this.#leave()
      if (this.#portal !== portal) this.#leave()
      this.#portal = portal
      if (this.#mounted) return this.#mounted.update(this.#options(portal, token))
      const turn = ++this.#turn
      try {
        const script: Script = await import(/* @vite-ignore */ `${portal}/embed/kerf-messages.js`)
        // The element was removed or shown again during the import.
        if (turn !== this.#turn || !this.#token) return
        this.#mounted = script.mountMessages(this.#shadow, this.#options(portal, this.#token))
      } catch {
        if (turn === this.#turn) this.dispatchEvent(new CustomEvent('kerf-failed'))
      }
    }
  }
  customElements.define(NAME, KerfMessages)
}

function originOf(portal: string | null): string | undefined {
  try {
    const { origin, protocol } = new URL(portal ?? '')
    return /^https?:$/.test(protocol) ? origin : undefined
  } catch {
    return undefined
  }
}
