/** Makes the portal's pages: a built template, joined with the brand, the address and the visitor's choices. */

import { createHash } from 'node:crypto'
import type { Brand } from '@kerf/brands/brand'
import { DEFAULT_BRAND, type LoadedBrand } from '@kerf/brands/registry'
import { isVisitorPage, type PortalPage, type UnlocalizedPage } from '@kerf/contract/portal-routes'
import { isEmbedded, type PortalUrl, parsePortalUrl, retainedQuery } from '@kerf/contract/portal-url'
import { isUntrackedPath } from '@kerf/contract/tracking-redaction'
import type { BrandFileSet } from './brand-files.ts'
import { makeBrandStyle } from './brand-style.ts'
import type { BuiltPage } from './built-pages.ts'
import { findDestination } from './destination.ts'
import { type Encoded, encodeQuickly } from './encoded-body.ts'
import { createRecent } from './lru-cache.ts'
import { makePageData, type Settings } from './page-data.ts'
import { contentSecurityPolicy, pageHeaders } from './page-headers.ts'
import { makeValues } from './placeholder-values.ts'

export interface PageRequest {
  readonly path: string
  /** raw, without `?` */
  readonly query: string
  readonly cookies: { readonly language?: string; readonly theme?: string; readonly signedIn: boolean }
  readonly acceptLanguage: string | undefined
  /** development: address of a script that stands in for an app around the page */
  readonly standIn?: string | undefined
}

export interface PageAnswer {
  readonly kind: 'page'
  readonly headers: Readonly<Record<string, string>>
  readonly body: Encoded
}

export interface RedirectAnswer {
  readonly kind: 'redirect'
  readonly location: string
}

export interface ShellParts {
  readonly pages: ReadonlyMap<string, BuiltPage>
  /** address of the script that watches over embedded pages */
  readonly watchdog: string | undefined
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly files: BrandFileSet
  readonly settings: Settings
  readonly https: () => boolean
  readonly clock: () => Date
}

/** Joined pages kept; the query is the visitor's to choose, so their number is bounded (S-130). */
const KEPT = 300

export function createPageShell({ pages, watchdog, brands, files, settings, https, clock }: ShellParts) {
  const looks = new Map(
    [...brands].map(([code, { brand }]) => {
      const own = files.byBrand.get(code)
      if (!own) throw new Error(`brand ${code} has no files`)
      return [code, { brand, files: own, style: makeBrandStyle(brand, own) }] as const
    }),
  )
  const listed = [...new Set([...brands.values()].flatMap(({ brand }) => brand.origins))]
  const recent = createRecent<PageAnswer>(KEPT)

  const look = (code: string | undefined) => {
    const found = looks.get(code ?? DEFAULT_BRAND) ?? looks.get(DEFAULT_BRAND)
    if (!found) throw new Error(`there is no brand ${DEFAULT_BRAND}`)
    return found
  }

  return function answer(request: PageRequest): PageAnswer | RedirectAnswer {
    const destination = findDestination({
      path: request.path,
      query: request.query,
      languageCookie: request.cookies.language,
      acceptLanguage: request.acceptLanguage,
    })
    if (destination.kind === 'redirect') return destination
    const { language, page } = destination
    const url = parsePortalUrl(request.query)
    const kept = retainedQuery(request.query)
    const name = `${language}/${isRendered(page, url, request) ? page : 'shell'}`
    const theme =
      request.cookies.theme === 'light' || request.cookies.theme === 'dark'
        ? request.cookies.theme
        : undefined
    const year = clock().getFullYear()
    const { brand, files: own, style } = look(url.o)
    const app = look(url.p).brand
    const data = makePageData(settings, { brand, files: own, app, url, year })
    const given = new URLSearchParams(request.query)
    const secret = page === 'findpwd' || given.has('ut') || given.has('ticket')
    const withOpener = page === 'authcb' || isEmbedded(url)
    // Messages and announcements may bring pictures of any brand.
    const pictures = page === 'message' || page === 'announcement'
    const key = JSON.stringify([
      name,
      page === 'findpwd',
      page === 'sn-password',
      isUntrackedPath(request.path),
      withOpener,
      pictures,
      kept,
      theme,
      year,
      data.returnOrigins,
      data.cookieDomain,
      secret,
      https(),
      settings.devicePort,
      request.standIn,
    ])
    return recent(key, () => {
      const built = pages.get(name)
      if (!built) throw new Error(`the page ${name} was not built`)
      const pictured = isVisitorPage(page)
      const values = makeValues({
        language,
        data,
        url,
        kept,
        theme,
        mark: own.mark.address,
        style,
        pictured,
        watchdog: isEmbedded(url) ? watchdog : undefined,
        standIn: isEmbedded(url) ? request.standIn : undefined,
      })
      const html = built.template(values)
      const policy = contentSecurityPolicy({
        styles: [...built.styles, style.hash],
        embedders: embedders(brand, app),
        pictureOrigins: [
          ...(data.image === null ? [] : [new URL(data.image).origin]),
          ...(pictures ? listed : []),
        ],
        human: settings.human.kind,
        sisters: settings.sisters,
        activation: page === 'sn-password' ? settings.activation : undefined,
        development: settings.development,
        devicePort: settings.devicePort,
        collector: settings.tracking.url && new URL(settings.tracking.url).origin,
        tagManager: settings.tracking.google !== undefined && !isUntrackedPath(request.path),
      })
      const etag = `W/"${createHash('sha256').update(html).update(policy).digest('base64url').slice(0, 22)}"`
      return {
        kind: 'page',
        headers: { ...pageHeaders(policy, { https: https(), secret, withOpener }), etag },
        body: encodeQuickly(html),
      }
    })
  }
}

const embedders = (brand: Brand, app: Brand): string[] => [...new Set([...brand.origins, ...app.origins])]

/** A page rendered at build time shows a visitor's form; whoever may be signed in is spared the sight of it. */
function isRendered(
  page: PortalPage | UnlocalizedPage,
  url: PortalUrl,
  { cookies, query }: PageRequest,
): boolean {
  if (!isVisitorPage(page)) return false
  // a step after a social sign-in takes the form's place
  if (page === 'login' || page === 'login-business')
    return !cookies.signedIn && url.ut === undefined && !new URLSearchParams(query).has('step')
  // the form for an enterprise account was not rendered
  return page !== 'findpwd' || !new URLSearchParams(query).has('account')
}
