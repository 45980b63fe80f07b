/** Google analytics: only with an id and an agreement, fetched with the first event, missed without harm (specification 7). */
import type { TrackedEvent } from '@kerf/contract/tracking'
import { isUntrackedPath, sanitizeUrl } from '@kerf/contract/tracking-redaction'

const EVENTS: ReadonlySet<string> = new Set(['login', 'register', 'getCode', 'buttonClick'])

type Tagged = Window & { dataLayer?: unknown[] } & Record<`ga-disable-${string}`, boolean>
const tagged = window as unknown as Tagged

let state: 'missing' | 'loading' | 'there' = 'missing'

/** Google's own form of a command: the arguments themselves. */
function tag(..._: readonly unknown[]): void {
  tagged.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: its script tells commands from data by this very type
  tagged.dataLayer.push(arguments)
}

function load(id: string): Promise<boolean> {
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
  return new Promise(resolve => {
    script.onload = () => resolve(true)
    script.onerror = () => {
      script.remove()
      console.warn('Failed to load Google Analytics')
      resolve(false)
    }
    document.head.append(script)
  })
}

const place = () => ({ page_location: sanitizeUrl(location.href), page_referrer: '', page_title: '' })

function prepare(id: string): void {
  tag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' })
  tag('js', new Date())
  tag('config', id, { send_page_view: false, allow_google_signals: false, ...place() })
}

export function sendToGoogle(id: string, { event, properties }: TrackedEvent): void {
  if (!EVENTS.has(event)) return
  if (!tagged.dataLayer) prepare(id)
  tag('event', event, { ...properties, ...place() })
  if (state !== 'missing') return
  state = 'loading'
  // After a failure the next event tries again; what waits is sent then.
  void load(id).then(loaded => {
    state = loaded ? 'there' : 'missing'
  })
}

/** Silent on pages that are nobody's business, and after an objection. */
export const setGoogleDisabled = (id: string, silent: boolean): void => {
  tagged[`ga-disable-${id}`] = silent || isUntrackedPath(location.pathname)
}
