/** Renders the portal's pages: fills a built template with data of the brand, the URL and the visitor's settings. */

import { createHash } from 'node:crypto'
import type { Brand } from '@kerf/brands/brand'
import { DEFAULT_BRAND, type LoadedBrand } from '@kerf/brands/registry'
import { oldBrowserPage } from '@kerf/contract/page-template'
import {
  isAccountPage,
  isVisitorPage,
  type PortalPage,
  SCANNER_PAGE,
  type UnlocalizedPage,
} from '@kerf/contract/portal-routes'
import { isEmbedded, type PortalUrl, parsePortalUrl, retainedQuery, SYSTEMS } from '@kerf/contract/portal-url'
import { SECRET_PARAMETERS } from '@kerf/contract/secret-parameters'
import { isUntrackedPath } from '@kerf/contract/tracking/tracking-redaction'
import { createTokenBucket } from '../../platform/limits/request-budget.ts'
import type { BrandFileSet } from './brand-files.ts'
import { createBrandStyle, createOldBrandStyle } from './brand-style.ts'
import type { BuiltPortal } from './built-pages.ts'
import { findDestination } from './destination.ts'
import { type EncodedBody, encodeOnDemand } from './encoded-body.ts'
import { createLruCache } from './lru-cache.ts'
import { isModernBrowser } from './modern-browser.ts'
import { createPageData, type PageSettings } from './page-data.ts'
import { contentSecurityPolicy, pageHeaders } from './page-headers.ts'
import { createPlaceholderValues } from './placeholder-values.ts'

export interface PageRequest {
  readonly path: string
  /** raw query, without `?` */
  readonly query: string
  readonly cookies: {
    readonly language?: string
    readonly theme?: string
    readonly signedIn: boolean
    /** this browser's last person has agreed to the present legal documents */
    readonly agreed?: boolean
    /** this browser's last person logged in with a passkey */
    readonly passkey?: boolean
  }
  readonly acceptLanguage: string | undefined
  readonly userAgent?: string | undefined
  /** development: URL of the script that simulates the host app */
  readonly standIn?: string | undefined
}

export interface PageResponse {
  readonly kind: 'page'
  readonly headers: Readonly<Record<string, string>>
  readonly body: EncodedBody
}

export interface RedirectResponse {
  readonly kind: 'redirect'
  readonly location: string
  readonly isUnknown: boolean
}

/** The caller asked for too many pages that differ from every page in the cache. */
export interface RefusedResponse {
  readonly kind: 'refused'
}

export interface PageShellDependencies {
  readonly pages: BuiltPortal['pages']
  /** URL path of the script that notices a blank embedded page */
  readonly watchdog: string | undefined
  readonly brands: ReadonlyMap<string, LoadedBrand>
  readonly files: BrandFileSet
  readonly settings: PageSettings
  readonly https: () => boolean
  readonly clock: () => Date
}

/** The watchdog adds it where a browser names a newer version than it is. */
const OLD_REQUESTED = /(?:^|&)engine=old(?:&|$)/

/** Limit of the page cache. Visitors choose the query, so an unlimited cache could exhaust memory (S-130). */
const CACHED_PAGES_MAX = 300
/** Compressions of this process: about 2 % of a core, however many queries are made up (S-130). */
const COMPRESSIONS_PER_SECOND = 20
const COMPRESSIONS_BURST = 60

export function createPageShell({
  pages,
  watchdog,
  brands,
  files,
  settings,
  https,
  clock,
}: PageShellDependencies) {
  const brandAssets = new Map(
    [...brands].map(([code, { brand }]) => {
      const brandFiles = files.byBrand.get(code)
      if (!brandFiles) throw new Error(`brand ${code} has no files`)
      const style = {
        modern: createBrandStyle(brand, brandFiles),
        old: createOldBrandStyle(brand, brandFiles),
      }
      return [code, { brand, files: brandFiles, style }] as const
    }),
  )
  const allBrandOrigins = () => [...new Set([...brands.values()].flatMap(({ brand }) => brand.origins))]
  const cache = createLruCache<PageResponse & { requests: number }>(CACHED_PAGES_MAX)
  const admitCompression = createTokenBucket(COMPRESSIONS_PER_SECOND, COMPRESSIONS_BURST)

  const findBrandAssets = (code: string | undefined) => {
    const found = brandAssets.get(code ?? DEFAULT_BRAND) ?? brandAssets.get(DEFAULT_BRAND)
    if (!found) throw new Error(`the default brand ${DEFAULT_BRAND} does not exist`)
    return found
  }

  /** `admits`: whether this caller may have a page rendered that is not in the cache. */
  return function renderPage(
    request: PageRequest,
    admits: () => boolean = () => true,
  ): PageResponse | RedirectResponse | RefusedResponse {
    const destination = findDestination({
      path: request.path,
      query: request.query,
      languageCookie: request.cookies.language,
      acceptLanguage: request.acceptLanguage,
    })
    if (destination.kind === 'redirect') return destination
    const { language, page } = destination
    const url = parsePortalUrl(request.query)
    const retained = retainedQuery(request.query)
    const isOld = !isModernBrowser(request.userAgent) || OLD_REQUESTED.test(request.query)
    // The shell is one document for many pages, so only a prerendered page loads the picture in advance.
    const showsPicture = isPrerendered(page, url, request)
    const showsSkeleton = isAccountPage(page) && request.cookies.signedIn
    const isScanner = page === SCANNER_PAGE
    const modernName = `${language}/${showsPicture || showsSkeleton || isScanner ? page : 'shell'}`
    const name = isOld ? oldBrowserPage(modernName) : modernName
    const theme =
      request.cookies.theme === 'light' || request.cookies.theme === 'dark'
        ? request.cookies.theme
        : undefined
    const agreed = request.cookies.agreed === true
    const passkeyFirst = request.cookies.passkey === true
    const year = clock().getFullYear()
    const { brand, files: brandFiles, style: styles } = findBrandAssets(url.o)
    const style = styles[isOld ? 'old' : 'modern']
    const app = findBrandAssets(url.p).brand
    const data = createPageData(settings, { brand, files: brandFiles, app, url, year })
    const parameters = new URLSearchParams(request.query)
    const hasSecretInAddress = SECRET_PARAMETERS.some(name => parameters.has(name))
    const secret = hasSecretInAddress || page === 'findpwd' || page === 'authorize' || page === 'activate'
    const withOpener = page === 'authcb' || (isEmbedded(url) && !isScanner)
    // A page in a frame could be covered so that the person allows what they do not see (RFC 6749, section 10.13).
    const refusesFrames = page === 'authorize' || page === 'activate' || isScanner
    // Messages and announcements may contain pictures of any brand.
    const allowsBrandPictures = page === 'message' || page === 'announcement'
    const key = JSON.stringify([
      name,
      page === 'findpwd',
      page === 'sn-password',
      isUntrackedPath(request.path),
      withOpener,
      refusesFrames,
      allowsBrandPictures,
      retained,
      theme,
      agreed,
      passkeyFirst,
      year,
      data.returnOrigins,
      data.cookieDomain,
      hasSecretInAddress,
      secret,
      https(),
      settings.devicePort,
      request.standIn,
    ])
    const cached = cache.get(key)
    if (cached) {
      cached.requests++
      return cached
    }
    if (!admits()) return { kind: 'refused' }
    const rendered = { ...render(), requests: 1 }
    cache.set(key, rendered)
    return rendered

    function render(): PageResponse {
      const built = pages.get(name) ?? pages.get(modernName)
      if (!built) throw new Error(`the page ${name} was not built`)
      const values = createPlaceholderValues({
        language,
        data,
        url,
        hasSecretInAddress,
        retained,
        theme,
        agreed,
        passkeyFirst,
        mark: brandFiles.mark.address,
        style,
        showsPicture,
        watchdog: isEmbedded(url) ? watchdog : undefined,
        standIn: isEmbedded(url) ? request.standIn : undefined,
      })
      const html = built.template(values)
      const policy = contentSecurityPolicy({
        styles: [...built.styles, style.hash],
        embedders: refusesFrames ? undefined : embedderOrigins(brand, app),
        pictureOrigins: [
          ...(data.image === null ? [] : [new URL(data.image).origin]),
          ...(allowsBrandPictures ? allBrandOrigins() : []),
        ],
        human: isScanner ? 'off' : settings.human.kind,
        siblings: settings.siblings,
        activation: page === 'sn-password' ? settings.activation : undefined,
        devicePort: settings.devicePort,
        collector: settings.tracking.url && new URL(settings.tracking.url).origin,
        tagManager: settings.tracking.google !== undefined && !isUntrackedPath(request.path),
        scanner: isScanner,
      })
      const etag = `W/"${createHash('sha256').update(html).update(policy).digest('base64url').slice(0, 22)}"`
      // A query that anybody can make up is compressed from its second request on. Versions are such values, but every visitor
      // of a host sends the same one.
      const requestsMin = hasKnownValues(retained, brandAssets) ? 1 : 2
      return {
        kind: 'page',
        headers: { ...pageHeaders(policy, { https: https(), secret, withOpener, camera: isScanner }), etag },
        body: encodeOnDemand(html, () => rendered.requests >= requestsMin && admitCompression(1)),
      }
    }
  }
}

const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  s: SYSTEMS,
  md: ['win', 'full-win'],
  sl: ['0'],
  lr: ['0'],
}

/** Whether the retained query is one of a limited number: without versions, pictures and unknown codes. */
function hasKnownValues(retained: string, codes: ReadonlyMap<string, unknown>): boolean {
  return [...new URLSearchParams(retained)].every(([name, value]) =>
    name === 'p' || name === 'o' ? codes.has(value) : KNOWN_VALUES[name]?.includes(value),
  )
}

const embedderOrigins = (brand: Brand, app: Brand): string[] => [
  ...new Set([...brand.origins, ...app.origins]),
]

/** Whether the page was prerendered at build time for this request. A visitor who may be signed in gets the empty shell. */
function isPrerendered(
  page: PortalPage | UnlocalizedPage,
  url: PortalUrl,
  { cookies, query }: PageRequest,
): boolean {
  if (!isVisitorPage(page)) return false
  // A step after social sign-in replaces the prerendered form.
  if (page === 'login' || page === 'login-business')
    return !cookies.signedIn && url.ut === undefined && !new URLSearchParams(query).has('step')
  // The form for an enterprise account is not prerendered.
  return page !== 'findpwd' || !new URLSearchParams(query).has('account')
}
