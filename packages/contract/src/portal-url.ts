/** Query parameters of the portal. */
import { parseVersion } from './version.ts'

/** Platforms of sessions, and values of `s`. */
export const SYSTEMS = ['pc', 'pad', 'mobile', 'web-pc', 'web-mobile', 'web-pad', 'os'] as const
export type System = (typeof SYSTEMS)[number]

export type DisplayMode = 'page' | 'win' | 'full-win'
export type SameSite = 'none' | 'lax' | 'strict'

export interface PortalUrl {
  /** app code; undefined (absent or malformed) means the portal itself */
  readonly p: string | undefined
  /** origin app; defaults to `p` */
  readonly o: string | undefined
  readonly s: System | undefined
  /** as given; undefined when unparsable */
  readonly av: string | undefined
  /** custom home image, unchecked: see `acceptHomeImage` */
  readonly img: string | undefined
  readonly socialHidden: boolean
  readonly registerHidden: boolean
  /** token or one-time ticket; undefined if numeric or repeated */
  readonly ut: string | undefined
  /** return address, unchecked: see `return-url.ts` */
  readonly r: string | undefined
  readonly mode: DisplayMode
  /** requested language, raw: see `toLanguage` */
  readonly l: string | undefined
  readonly sameSite: SameSite | undefined
  readonly insecure: boolean
}

const CODE = /^[a-z][a-z0-9-]{0,31}$/

/**
 * Parses a query string (with or without `?`). Never throws. A repeated parameter counts as absent, because readers could
 * disagree about which value applies.
 */
export function parsePortalUrl(search: string): PortalUrl {
  const params = new URLSearchParams(search)
  const one = (name: string): string | undefined => {
    const all = params.getAll(name)
    return all.length === 1 && all[0] !== '' ? all[0] : undefined
  }
  const code = (name: string): string | undefined => {
    const value = one(name)
    return value !== undefined && CODE.test(value) ? value : undefined
  }
  const choice = <T extends string>(value: string | undefined, of: readonly T[]): T | undefined =>
    of.find(option => option === value)

  const p = code('p')
  const av = one('av')
  const ut = one('ut')
  return {
    p,
    o: code('o') ?? p,
    s: choice(one('s'), SYSTEMS),
    av: av !== undefined && parseVersion(av) ? av : undefined,
    img: one('img'),
    socialHidden: one('sl') === '0',
    registerHidden: one('lr') === '0',
    ut: ut !== undefined && !/^\d+$/.test(ut) ? ut : undefined,
    r: one('r'),
    mode: choice(one('md'), ['win', 'full-win'] as const) ?? 'page',
    l: one('l'),
    sameSite: choice(one('sameSite')?.toLowerCase(), ['none', 'lax', 'strict'] as const),
    insecure: one('secure') === '0',
  }
}

export const isEmbedded = (url: Pick<PortalUrl, 'mode'>): boolean => url.mode !== 'page'

/** Parameters kept from page to page. `r` and the secret parameters are never kept. */
export const RETAINED_PARAMETERS = [
  'p',
  'o',
  's',
  'av',
  'img',
  'sl',
  'lr',
  'md',
  'sameSite',
  'secure',
] as const

/** Returns the retained parameters in their order, without `?` and without repeated ones. */
export function retainedQuery(search: string): string {
  const given = new URLSearchParams(search)
  const retainedParams = new URLSearchParams()
  for (const [name, value] of given) {
    const retained = (RETAINED_PARAMETERS as readonly string[]).includes(name)
    if (retained && given.getAll(name).length === 1) retainedParams.append(name, value)
  }
  return retainedParams.toString()
}

/** Returns the normalized custom home image if it is https and from an origin of the brand (S-112). */
export function acceptHomeImage(img: string | undefined, origins: readonly string[]): string | undefined {
  if (img === undefined || !URL.canParse(img)) return undefined
  const url = new URL(img)
  const allowed =
    url.protocol === 'https:' && url.username === '' && url.password === '' && origins.includes(url.origin)
  return allowed ? url.href : undefined
}
