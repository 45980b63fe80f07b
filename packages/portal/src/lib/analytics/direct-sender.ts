/** The two typed events of the page for resetting a password: to us alone, without the library (decisions 11). */
import { TRACKING_PATH, type TrackedEvent } from '@kerf/contract/tracking'
import { TRACKING_REQUEST_TIMEOUT_MS } from '@kerf/contract/tracking-limits'
import { getLanguage } from '../language.ts'
import { getPageContext } from '../page-context.ts'

const ALLOWED: ReadonlySet<string> = new Set(['getCode', 'findPassword'])
const visitor = crypto.randomUUID()

export function sendDirectly({ event, properties }: TrackedEvent): void {
  if (!ALLOWED.has(event) || !/\/findpwd$/.test(location.pathname)) return
  const { data, system } = getPageContext()
  const facts = { appCode: data.app.code, appOrigin: data.brand.code, platform: system, lang: getLanguage() }
  const body = JSON.stringify({
    visitor,
    events: [{ event, time: Date.now(), properties: { ...properties, ...facts } }],
  })
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(TRACKING_REQUEST_TIMEOUT_MS)
  // Sent to the end even if the page is left meanwhile. Nobody misses it.
  fetch(TRACKING_PATH, {
    method: 'POST',
    body,
    headers,
    credentials: 'omit',
    keepalive: true,
    signal,
  }).catch(() => {})
}
