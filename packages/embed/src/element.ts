/** `<kerf-portal portal="…" app="…" page="login" language="zh" theme="dark" auto-height>`: custom element that mounts the portal. */
import { createKerf } from './kerf.ts'
import type {
  Kerf,
  KerfEvent,
  KerfLanguage,
  KerfMounted,
  KerfOptions,
  KerfSystem,
  KerfTheme,
} from './types.ts'

const EVENTS: readonly KerfEvent[] = [
  'ready',
  'login',
  'result',
  'logout',
  'resize',
  'language',
  'cookies',
  'close',
  'failed',
]
const NAME = 'kerf-portal'

/** Defines the element once. Does nothing in an environment without custom elements. */
export function defineElement(): void {
  if (!('customElements' in globalThis) || customElements.get(NAME)) return

  class KerfPortal extends HTMLElement {
    static readonly observedAttributes = ['language', 'theme']
    /** SDK instance of this element, for native calls: `element.kerf.handle(…)`. Set when the element is connected. */
    kerf: Kerf | undefined
    #mounted: KerfMounted | undefined

    connectedCallback(): void {
      this.style.display ||= 'block'
      const { kerf, page } = this.#open()
      this.kerf = kerf
      for (const name of EVENTS)
        kerf.on(name, detail => void this.dispatchEvent(new CustomEvent(`kerf-${name}`, { detail })))
      this.#mounted = kerf.mount(this, { page, autoHeight: this.hasAttribute('auto-height') })
    }

    disconnectedCallback(): void {
      this.kerf?.destroy()
    }

    attributeChangedCallback(name: string, before: string | null, now: string | null): void {
      if (before === now || now === null) return
      if (name === 'theme') this.#mounted?.setTheme(now as KerfTheme)
      else this.#mounted?.setLanguage(now as KerfLanguage)
    }

    #open(): { kerf: Kerf; page: string } {
      const read = (name: string) => this.getAttribute(name) ?? undefined
      const given = {
        portal: read('portal') ?? '',
        app: read('app') ?? 'portal',
        origin: read('origin'),
        language: read('language') as KerfLanguage | undefined,
        theme: read('theme') as KerfTheme | undefined,
        system: read('system') as KerfSystem | undefined,
        appVersion: read('app-version'),
      }
      const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      return { kerf: createKerf(options as unknown as KerfOptions), page: read('page') ?? 'login' }
    }
  }
  customElements.define(NAME, KerfPortal)
}
