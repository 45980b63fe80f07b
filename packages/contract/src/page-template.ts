/**
 * Placeholders in the prerendered pages, filled by the server for every request. Values are escaped, except those of
 * `RAW_PLACEHOLDERS`.
 */
export const PLACEHOLDERS = [
  /** attributes of `<html>` besides `lang`: theme and display mode */
  'rootAttributes',
  /** icon, preload and the brand's colors */
  'head',
  /** the JSON of `page-data.ts` */
  'pageData',
  'brandName',
  'tagline',
  'registerTitle',
  'helpUrl',
  'legalName',
  'since',
  'year',
  'filing',
  'picture',
  'passwordMin',
  'passwordMax',
  /** the retained query with `?`, or empty */
  'query',
  /** the retained query with `&`, after the link's own parameters, or empty */
  'moreQuery',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** A brand's name in a title does not break into two lines. The server and the browser must render the same text. */
export const unbroken = (name: string): string => name.replace(/ /g, '\u00a0')

/** Filled with markup or JSON, unescaped. */
export const RAW_PLACEHOLDERS: readonly Placeholder[] = ['rootAttributes', 'head', 'pageData']

export const placeholder = (name: Placeholder): string => `{{${name}}}`

/** `pages.json` beside the built pages: file and style hashes of `{lang}/{page}` and `{lang}/shell`. */
export interface BuiltPages {
  readonly pages: Readonly<Record<string, { readonly file: string; readonly styles: readonly string[] }>>
  /** file of the watchdog script of embedded pages */
  readonly watchdog?: string
}

/** `id` of the prerendered skeleton beside the root element of an account page. */
export const SKELETON_ID = 'skeleton'

/** Name of the same page for browsers that lack what the page for current browsers needs. */
export const oldBrowserPage = (name: string): string => `old/${name}`

/** Windows that show the brand's picture: beside the card, or as a band above it. The preload and the layout must use the same. */
export const PICTURE_MEDIA = '(min-width: 960px), (min-height: 800px)'
