/** Values of the placeholders in a page template. */
import type { Language } from '@kerf/contract/language'
import type { PageData } from '@kerf/contract/page-data'
import { PICTURE_MEDIA, unbroken } from '@kerf/contract/page-template'
import { isEmbedded, type PortalUrl } from '@kerf/contract/portal-url'
import { register_title } from '@kerf/locales/messages'
import type { BrandStyle } from './brand-style.ts'
import { escapeHtml, jsonForHtml } from './escape.ts'
import type { PlaceholderValues } from './template.ts'

export interface PlaceholderInput {
  readonly language: Language
  readonly data: PageData
  readonly url: PortalUrl
  /** the page removes a token or a ticket from its address */
  readonly hasSecretInAddress: boolean
  /** the retained query, without `?` */
  readonly retained: string
  readonly theme: 'light' | 'dark' | undefined
  /** a line replaces the box for the legal documents */
  readonly agreed: boolean
  /** the button for passkeys stands above the form */
  readonly passkeyFirst: boolean
  /** URL path of the brand's mark */
  readonly mark: string
  readonly style: BrandStyle
  /** whether the page shows the brand's picture */
  readonly showsPicture: boolean
  /** URL paths of scripts that run before the scripts of the page */
  readonly watchdog: string | undefined
  readonly standIn: string | undefined
}

export function createPlaceholderValues(input: PlaceholderInput): PlaceholderValues {
  const { language, data, retained } = input
  const { brand } = data
  const name = brand.name[language]
  return {
    rootAttributes: rootAttributes(input),
    head: head(input),
    pageData: jsonForHtml(data),
    brandName: name,
    tagline: brand.tagline[language],
    registerTitle:
      brand.registerTitle?.[language] ?? register_title({ brand: unbroken(name) }, { locale: language }),
    helpUrl: brand.helpUrl,
    legalName: brand.legalName,
    since: String(brand.since),
    year: String(data.year),
    filing: data.filing ?? '',
    picture: pictureUrl(data),
    passwordMin: String(data.password.min),
    passwordMax: String(data.password.max),
    query: retained && `?${retained}`,
    moreQuery: retained && `&${retained}`,
  }
}

const pictureUrl = (data: PageData): string => data.image ?? data.brand.picture

/** Attributes that the style sheet selects by, so that one prerendered page serves all variants. */
function rootAttributes({ theme, agreed, passkeyFirst, url, data }: PlaceholderInput): string {
  return [
    theme ? ` data-theme="${theme}"` : '',
    isEmbedded(url) ? ' data-embedded' : '',
    url.registerHidden ? ' data-lr="0"' : '',
    data.social.length === 0 ? ' data-sl="0"' : '',
    agreed ? ' data-agreed' : '',
    passkeyFirst ? ' data-passkey' : '',
    data.image === null ? '' : ' data-img',
  ].join('')
}

function head(input: PlaceholderInput): string {
  const { data, hasSecretInAddress, mark, style, showsPicture, watchdog, standIn } = input
  const referrerPolicy = data.image === null ? '' : ' referrerpolicy="no-referrer"'
  const media = `media="${PICTURE_MEDIA}"`
  const picture = `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(pictureUrl(data))}" ${media}${referrerPolicy}>`
  // Chromium requests the icon with the whole address as referrer. The page sets `href` once it has removed the secret.
  const iconAddress = hasSecretInAddress ? 'data-href' : 'href'
  return [
    `<link rel="icon" ${iconAddress}="${escapeHtml(mark)}">`,
    showsPicture ? picture : '',
    ...[standIn, watchdog].map(script => (script ? `<script src="${escapeHtml(script)}"></script>` : '')),
    `<style>${style.css}</style>`,
  ].join('')
}
