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
  | { readonly kind: 'redirect'; readonly location: string }

export function findDestination(address: PageAddress): Destination {
  const [, first = '', ...rest] = address.path.split('/')
  if (isUnlocalizedPage(first) && rest.length === 0) {
    return { kind: 'page', language: unlocalizedPageLanguage(address), page: first }
  }
  if (!isLanguage(first)) return redirectToSignIn(preferredLanguage(address), address.query)
  const page = pageOfPath(rest.join('/'))
  if (isPortalPage(page)) return { kind: 'page', language: first, page }
  return redirectToSignIn(first, address.query)
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

const redirectToSignIn = (language: Language, query: string): Destination => {
  const safeQuery = escapeForHeader(query)
  return { kind: 'redirect', location: portalPath(language, 'login') + (safeQuery && `?${safeQuery}`) }
}

/** Percent-encodes characters of a raw query that a header must not contain. Decodes nothing, so the meaning stays. */
export const escapeForHeader = (query: string): string =>
  query.replace(
    /[^\x21-\x7e]/g,
    character => `%${character.charCodeAt(0).toString(16).padStart(2, '0').slice(-2)}`,
  )
