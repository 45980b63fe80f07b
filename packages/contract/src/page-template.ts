/**
 * What the portal's build leaves open in the pages it renders and the server fills in with every answer.
 * Each place holds text or an attribute's value and is filled escaped, except those of `RAW_PLACES`.
 */
export const PLACEHOLDERS = [
  /** attributes of `<html>` besides `lang`: theme and conditions */
  'rootAttributes',
  /** icon, preload and the brand's colours */
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
  /** the retained query with its `?`, or nothing */
  'query',
  /** the same after parameters of the link itself, with `&`, or nothing */
  'moreQuery',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Filled with ready markup or JSON. */
export const RAW_PLACEHOLDERS: readonly Placeholder[] = ['rootAttributes', 'head', 'pageData']

export const placeholder = (name: Placeholder): string => `{{${name}}}`

/** `pages.json` beside the built pages: file and style hashes of `{lang}/{page}` and `{lang}/shell`. */
export interface BuiltPages {
  readonly pages: Readonly<Record<string, { readonly file: string; readonly styles: readonly string[] }>>
  /** the script that watches over embedded pages */
  readonly watchdog?: string
}

/** CSS pixels from which the picture stands beside the card; the preload and the layout must agree. */
export const WIDE_LAYOUT_MIN_WIDTH_PX = 960
