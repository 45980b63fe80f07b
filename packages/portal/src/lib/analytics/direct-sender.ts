/**
 * Sends the two events of the password recovery page to our server only. The analytics library is not loaded there
 * (R-65).
 */
import { TRACKING_PATH, type TrackedEvent } from '@kerf/contract/tracking'
import { TRACKING_REQUEST_TIMEOUT_MS } from '@kerf/contract/tracking-limits'
import { getLanguage } from '../language.ts'
import { getPageContext } from '../page-context.ts'

const ALLOWED: ReadonlySet<string> = new Set(['getCode', 'findPassword'])
const visitor = crypto.randomUUID()

export function sendDirectly({ event, properties }: TrackedEvent): void {
  if (!ALLOWED.has(event) || !/\/findpwd$/.test(location.pathname)) return
  const { data, system } = getPageContext()
  const pageProperties = {
    appCode: data.app.code,
    appOrigin: data.brand.code,
    platform: system,
    lang: getLanguage(),
  }
  const body = JSON.stringify({
    visitor,
    events: [{ event, time: Date.now(), properties: { ...properties, ...pageProperties } }],
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
