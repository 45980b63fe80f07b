/** What may stand in an event (S-117): one rule for the page that sends and the server that stores. */
import { isPortalPage } from './portal-routes.ts'
import { SDK_LIMITS } from './tracking-limits.ts'

/** What stands between the marks of an address or a sentence; looked at whole, so that no text takes longer than its length. */
const STRETCH = /[^\s/?&=]+/g
const AROUND_AT = /[^@](?:@|%40)[^@]/i
/** Tokens, tickets, nonces, redemption codes, serial numbers, UUIDs: long runs with a digit in them, or very long ones. */
const LONG_RUN = /(?=[\w-]*\d)[\w-]{16,}|[\w-]{32,}/g
/** Codes by mail and unlock passwords. */
const DIGITS = /(?<!\d)\d{6,}(?!\d)/g
/** No control character, no half of a pair: the database would refuse what is stored beside it too. */
const UNPRINTABLE = /[^\x20-\x7e]/g

/** Takes out whatever looks like a secret or a person's own. */
export const redactText = (text: string): string =>
  text
    .replace(UNPRINTABLE, '')
    .replace(STRETCH, stretch => (AROUND_AT.test(stretch) ? '-' : stretch))
    .replace(LONG_RUN, '-')
    .replace(DIGITS, '-')
    .slice(0, SDK_LIMITS.string)

/** Parameters that say how the portal was opened, and nothing of who did, with what each may be. */
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

/** Pages beside those of `portal-routes.ts`; what follows one of these names stands for somebody or something. */
const NAMED = new Set(['message', 'sn-password', 'certificate', 'learnMore', 'announcement', 'selftest'])

/** Only what a route names stays. */
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

/** An address of at most 500 characters without user, fragment and every parameter that is not one of the portal's own. Not an address: ''. */
export function sanitizeUrl(text: string): string {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  if (!URL.canParse(text, isPath ? 'http://p' : undefined)) return ''
  const url = new URL(text, isPath ? 'http://p' : undefined)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return ''
  const kept = [...url.searchParams].filter(
    ([name, value]) => Object.hasOwn(KEPT, name) && KEPT[name]?.test(value),
  )
  const query = new URLSearchParams(kept).toString()
  const path = cleanPath(url.pathname) + (query && `?${query}`)
  const clean = isPath ? path : url.origin + path
  return clean.length > SDK_LIMITS.string ? '' : clean
}

/** Where somebody came from: the site alone. */
export function sanitizeOrigin(text: string): string {
  if (!URL.canParse(text)) return ''
  const { origin, protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? origin.slice(0, 200) : ''
}

/** Pages that nothing but the typed events is told of; see decisions 11 and S-117. */
export const isUntrackedPath = (pathname: string): boolean =>
  /^\/(?:(?:en|zh)\/)?(?:findpwd|authcb|not-me|certificate)(?:\/|$)/.test(pathname)
