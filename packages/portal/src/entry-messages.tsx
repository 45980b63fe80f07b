/** Entry of the message center script. `<kerf-messages>` of the embed SDK mounts it into its shadow root. */
import './old-browsers/fill.ts'
import './ui/tokens.css'
import './ui/base.css'
import './features/messages/standalone.css'
import { createRoot } from 'react-dom/client'
import { Standalone, type StandaloneOptions } from './features/messages/standalone.tsx'
import { setLanguage } from './lib/page/language.ts'

/** Placeholder of the style sheet. The build replaces it. */
const SHEET = '__KERF_SHEET__'

let sheet: CSSStyleSheet | undefined

/**
 * Uses a constructed style sheet, which the host's Content-Security-Policy does not restrict. Safari before 16.4 has none: there the
 * policy must allow inline styles.
 */
function addStyles(shadow: ShadowRoot, place: HTMLElement): void {
  if ('adoptedStyleSheets' in shadow) {
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(SHEET)
    }
    shadow.adoptedStyleSheets = [sheet]
  } else {
    const style = document.createElement('style')
    style.textContent = SHEET
    place.before(style)
  }
}

export interface MountedMessages {
  update(options: StandaloneOptions): void
  unmount(): void
}

export function mountMessages(shadow: ShadowRoot, options: StandaloneOptions): MountedMessages {
  const place = document.createElement('div')
  shadow.append(place)
  addStyles(shadow, place)
  const root = createRoot(place)
  const render = (next: StandaloneOptions) => {
    setLanguage(next.lang)
    root.render(<Standalone {...next} />)
  }
  render(options)
  return {
    update: render,
    unmount() {
      root.unmount()
      place.remove()
    },
  }
}
