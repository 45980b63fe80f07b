/** Redaction of tracked texts and URLs (S-117), shared by portal and server. */
import { isPortalPage } from '../portal-routes.ts'
import { SDK_LIMITS } from './tracking-limits.ts'

/** Runs between separators. Each is tested once, so that redaction takes linear time. */
const SEGMENT = /[^\s/?&=]+/g
const AROUND_AT = /[^@](?:@|%40)[^@]/i
/** Tokens, tickets, nonces, redemption codes, serial numbers, UUIDs: long runs with a digit, or very long runs. */
const LONG_RUN = /(?=[\w-]*\d)[\w-]{16,}|[\w-]{32,}/g
/** Verification codes and unlock passwords. */
const DIGITS = /\d{6,}/g
/** Includes control characters and lone surrogates, which the database rejects together with the whole batch. */
const UNPRINTABLE = /[^\x20-\x7e]/g

/** Removes everything that looks like a secret or personal data. */
export const redactText = (text: string): string =>
  text
    .replace(UNPRINTABLE, '')
    .replace(SEGMENT, segment => (AROUND_AT.test(segment) ? '-' : segment))
    .replace(LONG_RUN, '-')
    .replace(DIGITS, '-')
    .slice(0, SDK_LIMITS.string)

/** Allowed parameters and their values. They describe how the portal was opened, not by whom. */
const KEPT: Readonly<Record<string, RegExp>> = {
  p: /^[a-z]{1,14}$/,
  o: /^[a-z]{1,14}$/,
  s: /^[a-z-]{1,10}$/,
  av: /^v?\d{1,3}(?:\.\d{1,3}){0,3}$/,
  md: /^(?:full-)?win$/,
  sl: /^[01]$/,
  lr: /^[01]$/,
  l: /^(?:en|zh|zh-CN)$/,
}

/** Pages whose next path segment is an id, which is removed. */
const NAMED = new Set(['message', 'sn-password', 'certificate', 'learnMore', 'announcement', 'selftest'])

/** Keeps segments of known routes only. */
function cleanPath(pathname: string): string {
  const all = pathname.split('/').slice(1)
  const [language] = all
  const inLanguage = language === 'en' || language === 'zh'
  const rest = inLanguage ? all.slice(1) : all
  const page = rest.join('/')
  const start = inLanguage ? `/${language}` : ''
  if (page === '') return start || '/'
  if (isPortalPage(page) || NAMED.has(page) || page === 'profile/training') return `${start}/${page}`
  const [first = ''] = rest
  return NAMED.has(first) || first === 'profile' ? `${start}/${first}/-` : `${start}/-`
}

/** Returns the URL without user info, fragment and unknown parameters; '' if it is invalid or longer than 500 characters. */
export function sanitizeUrl(text: string): string {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  if (!URL.canParse(text, isPath ? 'http://p' : undefined)) return ''
  const url = new URL(text, isPath ? 'http://p' : undefined)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return ''
  const safeParameters = [...url.searchParams].filter(
    ([name, value]) => Object.hasOwn(KEPT, name) && KEPT[name]?.test(value),
  )
  const query = new URLSearchParams(safeParameters).toString()
  const path = cleanPath(url.pathname) + (query && `?${query}`)
  const clean = isPath ? path : url.origin + path
  return clean.length > SDK_LIMITS.string ? '' : clean
}

/** Reduces a referrer to its origin. */
export function sanitizeOrigin(text: string): string {
  if (!URL.canParse(text)) return ''
  const { origin, protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? origin.slice(0, 200) : ''
}

/** Pages on which automatic events are off; only typed events are sent (S-117). */
export const isUntrackedPath = (pathname: string): boolean =>
  /^\/(?:(?:en|zh)\/)?(?:findpwd|authcb|not-me|allow-login|confirm-email|certificate|authorize|activate|machines)(?:\/|$)/.test(
    pathname,
  )
