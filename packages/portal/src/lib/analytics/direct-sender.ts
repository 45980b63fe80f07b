/**
 * Sends events to our server only, because the analytics library is not loaded there: those of the password recovery, the
 * sign-in by a provider's redirect that returns to an app, and those of a page that is left for an app before the library is loaded.
 */
import { TRACKING_PATH, type TrackedEvent } from '@kerf/contract/tracking/tracking'
import { TRACKING_REQUEST_TIMEOUT_MS } from '@kerf/contract/tracking/tracking-limits'
import { getLanguage } from '../page/language.ts'
import { getPageContext } from '../page/page-context.ts'
import { takeWaitingEvents } from './track.ts'
import { isTrackingAllowed } from './tracking-allowed.ts'

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  findpwd: ['getCode', 'findPassword'],
  authcb: ['login', 'register'],
}
const visitor = crypto.randomUUID()

/** Takes at most a second. Never rejects. */
export async function sendWaitingEvents(): Promise<void> {
  if (await isTrackingAllowed()) post(takeWaitingEvents())
}

export function sendDirectly(tracked: TrackedEvent): void {
  const page = location.pathname.slice('/en/'.length)
  if (Object.hasOwn(ALLOWED, page) && ALLOWED[page]?.includes(tracked.event)) post([tracked])
}

function post(events: readonly TrackedEvent[]): void {
  if (events.length === 0) return
  const { data, system } = getPageContext()
  const pageProperties = {
    appCode: data.app.code,
    appOrigin: data.brand.code,
    platform: system,
    lang: getLanguage(),
  }
  const body = JSON.stringify({
    visitor,
    events: events.map(({ event, properties }) => ({
      event,
      time: Date.now(),
      properties: { ...properties, ...pageProperties },
    })),
  })
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(TRACKING_REQUEST_TIMEOUT_MS)
  // `keepalive`: sent also if the page is left meanwhile. Failures have no effect.
  fetch(TRACKING_PATH, {
    method: 'POST',
    body,
    headers,
    credentials: 'omit',
    keepalive: true,
    signal,
  }).catch(() => {})
}
