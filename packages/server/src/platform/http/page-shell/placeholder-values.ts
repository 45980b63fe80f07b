/** What is filled into the places of a page. */
import type { Language } from '@kerf/contract/language'
import type { PageData } from '@kerf/contract/page-data'
import { WIDE_LAYOUT_MIN_WIDTH_PX } from '@kerf/contract/page-template'
import { isEmbedded, type PortalUrl } from '@kerf/contract/portal-url'
import { register_title } from '@kerf/locales/messages'
import type { BrandStyle } from './brand-style.ts'
import { escapeHtml, jsonForHtml } from './escape.ts'
import type { Values } from './template.ts'

export interface ValueFacts {
  readonly language: Language
  readonly data: PageData
  readonly url: PortalUrl
  /** the retained query, without `?` */
  readonly kept: string
  readonly theme: 'light' | 'dark' | undefined
  /** address of the brand's mark */
  readonly mark: string
  readonly style: BrandStyle
  /** whether the page is one that shows the picture */
  readonly pictured: boolean
  /** addresses of scripts that run before the page's own */
  readonly watchdog: string | undefined
  readonly standIn: string | undefined
}

export function makeValues(facts: ValueFacts): Values {
  const { language, data, kept } = facts
  const { brand } = data
  const name = brand.name[language]
  return {
    rootAttributes: rootAttributes(facts),
    head: head(facts),
    pageData: jsonForHtml(data),
    brandName: name,
    tagline: brand.tagline[language],
    registerTitle: brand.registerTitle?.[language] ?? register_title({ brand: name }, { locale: language }),
    helpUrl: brand.helpUrl,
    legalName: brand.legalName,
    since: String(brand.since),
    year: String(data.year),
    filing: data.filing ?? '',
    picture: pictureOf(data),
    passwordMin: String(data.password.min),
    passwordMax: String(data.password.max),
    query: kept && `?${kept}`,
    moreQuery: kept && `&${kept}`,
  }
}

const pictureOf = (data: PageData): string => data.image ?? data.brand.picture

/** Conditions that the style sheet knows, so that one rendered page serves them all. */
function rootAttributes({ theme, url, data }: ValueFacts): string {
  return [
    theme ? ` data-theme="${theme}"` : '',
    isEmbedded(url) ? ' data-embedded' : '',
    url.registerHidden ? ' data-lr="0"' : '',
    data.social.length === 0 ? ' data-sl="0"' : '',
  ].join('')
}

function head({ data, mark, style, pictured, watchdog, standIn }: ValueFacts): string {
  const quiet = data.image === null ? '' : ' referrerpolicy="no-referrer"'
  const wide = `media="(min-width: ${WIDE_LAYOUT_MIN_WIDTH_PX}px)"`
  const picture = `<link rel="preload" as="image" href="${escapeHtml(pictureOf(data))}" ${wide}${quiet}>`
  return [
    `<link rel="icon" href="${escapeHtml(mark)}">`,
    pictured ? picture : '',
    ...[standIn, watchdog].map(script => (script ? `<script src="${escapeHtml(script)}"></script>` : '')),
    `<style>${style.css}</style>`,
  ].join('')
}
