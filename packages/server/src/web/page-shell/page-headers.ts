/** Security headers of the portal's pages (S-056, S-121, S-122). */
import type { PageData } from '@kerf/contract/page-data'
import { REPORTS_ENDPOINT, REPORTS_PATH } from '../browser-reports.ts'

export interface PolicyOptions {
  readonly styles: readonly string[]
  /** origins that may embed the page beside the portal itself; undefined: no page may */
  readonly embedders: readonly string[] | undefined
  /** further origins of pictures */
  readonly pictureOrigins: readonly string[]
  readonly human: PageData['human']['kind']
  /** origins of the sibling hosts, which pages send requests to */
  readonly siblings: readonly string[]
  /** origin of an external activation API; undefined: the built-in API */
  readonly activation: string | undefined
  /** local port of a machine's bridge on the visitor's computer (S-059) */
  readonly devicePort: number
  /** origin of an external collector of analytics events */
  readonly collector: string | undefined
  /** whether the page may load Google Analytics */
  readonly tagManager: boolean
  /** the page runs the library that reads codes, which is WebAssembly */
  readonly scanner: boolean
}

const TAG_MANAGER = 'https://www.googletagmanager.com'
/** Origins that Google's script sends events to. */
const GOOGLE_COLLECTORS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', TAG_MANAGER]

const RECAPTCHA_SOURCES = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

export function contentSecurityPolicy(options: PolicyOptions): string {
  const google = options.human === 'recaptcha' ? RECAPTCHA_SOURCES : []
  const tags = options.tagManager ? [TAG_MANAGER] : []
  const collectors = options.tagManager ? GOOGLE_COLLECTORS : []
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...(options.scanner ? ["'wasm-unsafe-eval'"] : []),
      ...google,
      ...tags.map(host => `${host}/gtag/js`),
    ],
    'style-src': ["'self'", ...options.styles.map(hash => `'${hash}'`)],
    'img-src': ["'self'", 'data:', 'blob:', ...options.pictureOrigins, ...collectors],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      // The scanner calls nobody.
      ...(options.scanner
        ? []
        : [
            `ws://127.0.0.1:${options.devicePort}`,
            `ws://localhost:${options.devicePort}`,
            ...options.siblings,
            ...(options.activation ? [options.activation] : []),
            ...(options.collector ? [options.collector] : []),
          ]),
      ...collectors,
      ...google,
    ],
    'media-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': google.length > 0 ? google : ["'none'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': options.embedders ? ["'self'", ...options.embedders] : ["'none'"],
    // Google's scripts create elements from strings. All other pages require trusted types.
    ...(google.length + tags.length > 0
      ? {}
      : { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }),
    'report-to': [REPORTS_ENDPOINT],
    // For browsers without the Reporting API.
    'report-uri': [REPORTS_PATH],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

const DISABLED_SENSORS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
]
const DISABLED_DEVICES = ['microphone', 'midi', 'payment', 'serial', 'usb']
const permissionsPolicy = (camera: boolean): string =>
  [...DISABLED_SENSORS, ...DISABLED_DEVICES]
    .map(name => `${name}=(${camera && name === 'camera' ? 'self' : ''})`)
    .join(', ')

interface HeaderOptions {
  readonly https: boolean
  /** the URL may contain a token or a ticket, or other sites must not learn about the visit */
  readonly secret: boolean
  /** the page needs `window.opener`, also after pages of other sites were shown in its window */
  readonly withOpener: boolean
  /** the page may use the camera */
  readonly camera: boolean
}

export function pageHeaders(policy: string, { https, secret, withOpener, camera }: HeaderOptions) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Language, Accept-Encoding, User-Agent',
    'content-security-policy': policy,
    ...commonHeaders(https),
    'referrer-policy': secret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': withOpener
      ? 'unsafe-none'
      : `same-origin-allow-popups; report-to="${REPORTS_ENDPOINT}"`,
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(camera),
    'reporting-endpoints': `${REPORTS_ENDPOINT}="${REPORTS_PATH}"`,
  }
}

export const commonHeaders = (https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})
