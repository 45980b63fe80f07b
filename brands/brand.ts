/** A brand as the portal shows it. Each folder holds one brand; its code is the value of the query parameters `p` and `o`. */

type Text = { readonly en: string; readonly zh: string }

/** Colors of one theme. Every pair of text and background must reach WCAG AA contrast. */
export interface BrandColours {
  /** buttons, links, selected tabs: CSS color */
  readonly accent: string
  readonly accentHover: string
  /** text and icons on `accent` */
  readonly onAccent: string
  /** background of selected items */
  readonly accentSoft: string
}

export interface Brand {
  /** value of the query parameters `p` and `o`; equals the folder's name */
  readonly code: string
  readonly name: Text
  /** one short line under the name on the sign-in page */
  readonly tagline: Text
  /** independent brands have a logo, an accent and a registration title of their own */
  readonly independent: boolean
  /** heading of the sign-up page; absent: "Create your {name} account" from the locales */
  readonly registerTitle?: Text
  /** origins that may embed the portal, receive its messages and be returned to; exact, https */
  readonly origins: readonly string[]
  /** whether hosts of this brand receive the token itself; otherwise a one-time ticket */
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
  readonly colours: { readonly light: BrandColours; readonly dark: BrandColours }
}
