/** Which page an address means, or where it leads instead. Pure. */
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

export interface Address {
  readonly path: string
  /** raw, without `?` */
  readonly query: string
  /** the language cookie */
  readonly languageCookie: string | undefined
  readonly acceptLanguage: string | undefined
}

export type Destination =
  | { readonly kind: 'page'; readonly language: Language; readonly page: PortalPage | UnlocalizedPage }
  | { readonly kind: 'redirect'; readonly location: string }

export function findDestination(address: Address): Destination {
  const [, first = '', ...rest] = address.path.split('/')
  if (isUnlocalizedPage(first) && rest.length === 0) {
    return { kind: 'page', language: askedLanguage(address), page: first }
  }
  if (!isLanguage(first)) return toLogin(wishedLanguage(address), address.query)
  const page = pageOfPath(rest.join('/'))
  if (isPortalPage(page)) return { kind: 'page', language: first, page }
  return toLogin(first, address.query)
}

function wishedLanguage({ languageCookie, query, acceptLanguage }: Address): Language {
  if (languageCookie !== undefined) return toLanguage(languageCookie)
  const { l } = parsePortalUrl(query)
  return l === undefined ? browserLanguage(acceptLanguage ?? '') : toLanguage(l)
}

/** A page without a language in its path is linked to with the wish of whoever links. */
function askedLanguage(address: Address): Language {
  const { l } = parsePortalUrl(address.query)
  return l === undefined ? wishedLanguage(address) : toLanguage(l)
}

const toLogin = (language: Language, query: string): Destination => {
  const kept = headerSafe(query)
  return { kind: 'redirect', location: portalPath(language, 'login') + (kept && `?${kept}`) }
}

/** A query as it came may hold what no header may: it is escaped, never decoded, so that it keeps its meaning. */
export const headerSafe = (query: string): string =>
  query.replace(
    /[^\x21-\x7e]/g,
    character => `%${character.charCodeAt(0).toString(16).padStart(2, '0').slice(-2)}`,
  )
