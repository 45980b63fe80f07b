/** Security headers of the portal's pages (S-056, S-121, S-122). */
import type { PageData } from '@kerf/contract/page-data'

export interface PolicyFacts {
  readonly styles: readonly string[]
  /** origins that may embed the page */
  readonly embedders: readonly string[]
  /** origins of pictures besides our own */
  readonly pictureOrigins: readonly string[]
  readonly human: PageData['human']['kind']
  readonly development: boolean
  /** origins of the sister hosts, which are asked whether they may be told by a call */
  readonly sisters: readonly string[]
  /** origin of an activation API elsewhere, or undefined */
  readonly activation: string | undefined
  /** of a device on the visitor's own machine (S-059) */
  readonly devicePort: number
  /** origin that behaviour events go to, if not to us */
  readonly collector: string | undefined
  /** whether Google's statistics may be loaded by this page */
  readonly tagManager: boolean
}

const TAG_MANAGER = 'https://www.googletagmanager.com'
/** Where Google's script sends to. */
const GOOGLE_COLLECTORS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', TAG_MANAGER]

const GOOGLE = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
/** Hosts under development run on any port of this machine. */
const LOCAL_EMBEDDERS = ['http://localhost:*', 'http://*.localhost:*', 'http://127.0.0.1:*']

export function contentSecurityPolicy(facts: PolicyFacts): string {
  const google = facts.human === 'recaptcha' ? GOOGLE : []
  const tags = facts.tagManager ? [TAG_MANAGER] : []
  const collectors = facts.tagManager ? GOOGLE_COLLECTORS : []
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...google, ...tags.map(host => `${host}/gtag/js`)],
    'style-src': ["'self'", ...facts.styles.map(hash => `'${hash}'`)],
    'img-src': ["'self'", 'data:', 'blob:', ...facts.pictureOrigins, ...collectors],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      `ws://127.0.0.1:${facts.devicePort}`,
      `ws://localhost:${facts.devicePort}`,
      ...facts.sisters,
      ...(facts.activation ? [facts.activation] : []),
      ...(facts.collector ? [facts.collector] : []),
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
    'frame-ancestors': ["'self'", ...facts.embedders, ...(facts.development ? LOCAL_EMBEDDERS : [])],
    // Google's scripts make their own elements by text; everywhere else no text becomes markup or script.
    ...(google.length + tags.length > 0
      ? {}
      : { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }),
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

const CLOSED = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer']
const CLOSED_TOO = ['microphone', 'midi', 'payment', 'serial', 'usb']
const PERMISSIONS = [...CLOSED, ...CLOSED_TOO].map(name => `${name}=()`).join(', ')

interface HeaderFacts {
  readonly https: boolean
  /** the address may hold a token or a ticket, or the page is one whose visit is nobody else's business */
  readonly secret: boolean
  /** comes after pages of others in a window that one of ours or a host opened, and must still reach it */
  readonly withOpener: boolean
}

export function pageHeaders(policy: string, { https, secret, withOpener }: HeaderFacts) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Language, Accept-Encoding',
    'content-security-policy': policy,
    ...commonHeaders(https),
    'referrer-policy': secret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': withOpener ? 'unsafe-none' : 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
  }
}

export const commonHeaders = (https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})
