/** A brand of the portal. Each folder holds one brand, and its code is the value of the query parameters `p` and `o`. */

type TranslatedText = { readonly en: string; readonly zh: string }

/** Colors of one theme. Every pair of text and background must reach WCAG AA contrast. */
export interface BrandColors {
  /** buttons, links, selected tabs: CSS color */
  readonly accent: string
  readonly accentHover: string
  /** text and icons on `accent` */
  readonly onAccent: string
  /** background of selected items */
  readonly accentSoft: string
  /** around `left.svg`, where a wide band is wider than the picture: the color at its edges */
  readonly art: string
}

export interface Brand {
  /** value of the query parameters `p` and `o`; equals the folder's name */
  readonly code: string
  readonly name: TranslatedText
  /** one short line under the name on the sign-in page */
  readonly tagline: TranslatedText
  /** whether the brand has its own logo, accent color and sign-up title */
  readonly independent: boolean
  /** heading of the sign-up page; default: "Create your {name} account" in the locales */
  readonly registerTitle?: TranslatedText
  /** https origins that may embed the portal, receive its messages and be return URLs; compared exactly */
  readonly origins: readonly string[]
  /** whether hosts of this brand receive the token itself instead of a one-time ticket */
  readonly tokenToHost: boolean
  /** whether safety training is offered */
  readonly training: boolean
  /**
   * which clients of this app count as old below version 1.7:
   * `always`: on every system; `handheld`: on mobile and pad only; `never`
   */
  readonly oldClient: 'always' | 'handheld' | 'never'
  readonly helpUrl: string
  readonly legalName: string
  /** first year of the copyright line */
  readonly since: number
  /** filing number shown by deployments in `cn` */
  readonly filing?: string
  readonly colors: { readonly light: BrandColors; readonly dark: BrandColors }
}
