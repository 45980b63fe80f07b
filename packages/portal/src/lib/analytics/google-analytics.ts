/** Google Analytics. Used only with a configured id and consent; loaded with the first event. Failures have no effect. */
import type { TrackedEvent } from '@kerf/contract/tracking/tracking'
import { isUntrackedPath, sanitizeUrl } from '@kerf/contract/tracking/tracking-redaction'

const EVENTS: ReadonlySet<string> = new Set(['login', 'register', 'getCode', 'buttonClick'])

type Tagged = Window & { dataLayer?: unknown[] } & Record<`ga-disable-${string}`, boolean>
const tagged = window as unknown as Tagged

let state: 'missing' | 'loading' | 'loaded' = 'missing'

/** Queues a command in Google's format: the `arguments` object itself. */
function tag(..._: readonly unknown[]): void {
  tagged.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: the script recognizes commands by this type
  tagged.dataLayer.push(arguments)
}

function loadScript(id: string): Promise<boolean> {
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

const pageParameters = () => ({
  page_location: sanitizeUrl(location.href),
  page_referrer: '',
  page_title: '',
})

function configure(id: string): void {
  tag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' })
  tag('js', new Date())
  tag('config', id, { send_page_view: false, allow_google_signals: false, ...pageParameters() })
}

export function sendToGoogle(id: string, { event, properties }: TrackedEvent): void {
  if (!EVENTS.has(event)) return
  if (!tagged.dataLayer) configure(id)
  tag('event', event, { ...properties, ...pageParameters() })
  if (state !== 'missing') return
  state = 'loading'
  // After a failure, the next event tries again, and the queued commands are sent then.
  void loadScript(id).then(loaded => {
    state = loaded ? 'loaded' : 'missing'
  })
}

/** Also disabled on pages that are never tracked. */
export const setGoogleDisabled = (id: string, disabled: boolean): void => {
  tagged[`ga-disable-${id}`] = disabled || isUntrackedPath(location.pathname)
}
