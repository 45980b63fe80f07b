/** A brand (also called an app, by its code in `p` and `o`) as the portal shows it. One folder, one brand. */

type Text = { readonly en: string; readonly zh: string }

/** Colours of one theme. Every pair (text on its ground) must reach WCAG AA contrast. */
export interface BrandColours {
  /** buttons, links, selected tabs: CSS colour */
  readonly accent: string
  readonly accentHover: string
  /** text and icons on `accent` */
  readonly onAccent: string
  /** faint ground behind selected things */
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
  /** heading of the sign-up page; absent: "Create your {name} account" from the catalogue of texts */
  readonly registerTitle?: Text
  /** origins that may embed the portal, receive its messages and be returned to; exact, https */
  readonly origins: readonly string[]
  /** whether a host of this brand is handed the token itself (else a one-time ticket) */
  readonly tokenToHost: boolean
  /** whether safety training is offered at all (`false` is the specification's "separate condition") */
  readonly training: boolean
  /**
   * which clients of this app are old below version 1.7 (specification 5):
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
