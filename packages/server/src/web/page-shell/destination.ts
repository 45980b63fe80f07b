/** Resolves the path of a request to a page or to a redirect. Pure. */
import { browserLanguage, isLanguage, type Language, toLanguage } from '@kerf/contract/language'
import {
  isPortalPage,
  isUnlocalizedPage,
  type PortalPage,
  pageOfPath,
  portalPath,
  type UnlocalizedPage,
} from '@kerf/contract/portal-routes'
import { parsePortalUrl } from '@kerf/contract/portal-url'

export interface PageAddress {
  readonly path: string
  /** raw, without `?` */
  readonly query: string
  /** value of the language cookie */
  readonly languageCookie: string | undefined
  readonly acceptLanguage: string | undefined
}

export type Destination =
  | { readonly kind: 'page'; readonly language: Language; readonly page: PortalPage | UnlocalizedPage }
  | {
      readonly kind: 'redirect'
      readonly location: string
      /** no page has this address: the login page says so */
      readonly isUnknown: boolean
    }

export function findDestination(address: PageAddress): Destination {
  const [, first = '', ...rest] = address.path.split('/')
  if (isUnlocalizedPage(first) && rest.length === 0) {
    return { kind: 'page', language: unlocalizedPageLanguage(address), page: first }
  }
  if (!isLanguage(first)) {
    const isUnknown = !leadsToPage([first, ...rest]) && (rest.length === 0 || !leadsToPage(rest))
    return redirectToSignIn(preferredLanguage(address), address.query, isUnknown)
  }
  const page = pageOfPath(rest.join('/'))
  if (isPortalPage(page)) return { kind: 'page', language: first, page }
  return redirectToSignIn(first, address.query, !leadsToPage(rest))
}

/** Whether these segments name a page, such as `login/`, or none at all. */
function leadsToPage(segments: readonly string[]): boolean {
  const path = segments.filter(segment => segment !== '').join('/')
  return path === '' || isPortalPage(pageOfPath(path))
}

function preferredLanguage({ languageCookie, query, acceptLanguage }: PageAddress): Language {
  if (languageCookie !== undefined) return toLanguage(languageCookie)
  const { l } = parsePortalUrl(query)
  return l === undefined ? browserLanguage(acceptLanguage ?? '') : toLanguage(l)
}

/** For a page without a language in its path, the language of the link has priority over the cookie. */
function unlocalizedPageLanguage(address: PageAddress): Language {
  const { l } = parsePortalUrl(address.query)
  return l === undefined ? preferredLanguage(address) : toLanguage(l)
}

const redirectToSignIn = (language: Language, query: string, isUnknown: boolean): Destination => {
  const safeQuery = escapeForHeader(query)
  const location = portalPath(language, 'login') + (safeQuery && `?${safeQuery}`)
  return { kind: 'redirect', location, isUnknown }
}

/** Percent-encodes characters of a raw query that a header must not contain. Decodes nothing, so the meaning stays. */
export const escapeForHeader = (query: string): string =>
  query.replace(
    /[^\x21-\x7e]/g,
    character => `%${character.charCodeAt(0).toString(16).padStart(2, '0').slice(-2)}`,
  )
