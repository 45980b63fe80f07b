/** Entry of the message center script. `<kerf-messages>` of the embed SDK mounts it into its shadow root. */
import './ui/tokens.css'
import './ui/base.css'
import './features/messages/standalone.css'
import { createRoot } from 'react-dom/client'
import { Standalone, type StandaloneOptions } from './features/messages/standalone.tsx'
import { setLanguage } from './lib/language.ts'

/** Placeholder of the style sheet. The build replaces it. */
const SHEET = '__KERF_SHEET__'

let sheet: CSSStyleSheet | undefined

export interface MountedMessages {
  update(options: StandaloneOptions): void
  unmount(): void
}

/** Uses a constructed style sheet, which the host's Content-Security-Policy does not restrict. */
export function mountMessages(shadow: ShadowRoot, options: StandaloneOptions): MountedMessages {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(SHEET)
  }
  shadow.adoptedStyleSheets = [sheet]
  const place = document.createElement('div')
  shadow.append(place)
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
