/**
 * Sends the events of two pages to our server only, because the analytics library is not loaded there: those of the
 * password recovery, and the sign-in by a provider's redirect that returns to an app.
 */
import { TRACKING_PATH, type TrackedEvent } from '@kerf/contract/tracking/tracking'
import { TRACKING_REQUEST_TIMEOUT_MS } from '@kerf/contract/tracking/tracking-limits'
import { getLanguage } from '../page/language.ts'
import { getPageContext } from '../page/page-context.ts'

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  findpwd: ['getCode', 'findPassword'],
  authcb: ['login', 'register'],
}
const visitor = crypto.randomUUID()

export function sendDirectly({ event, properties }: TrackedEvent): void {
  const page = location.pathname.slice('/en/'.length)
  if (!Object.hasOwn(ALLOWED, page) || !ALLOWED[page]?.includes(event)) return
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
