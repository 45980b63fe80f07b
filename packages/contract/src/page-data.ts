/**
 * What the server writes into every page for the portal's script, as JSON in `<script type="application/json" id="page-data">`.
 * It holds nothing secret and nothing personal.
 */
import type { OldClientRule } from './portal-url.ts'

export interface PageBrand {
  readonly code: string
  readonly name: { readonly en: string; readonly zh: string }
  readonly tagline: { readonly en: string; readonly zh: string }
  readonly registerTitle: { readonly en: string; readonly zh: string } | null
  readonly picture: string
  readonly helpUrl: string
  readonly legalName: string
  readonly since: number
}

export interface PageData {
  readonly deployment: 'us' | 'eu' | 'cn'
  readonly development: boolean
  /** of the brand seen (`o`) */
  readonly brand: PageBrand
  /** rules of the app (`p`) */
  readonly app: {
    readonly code: string
    readonly oldClient: OldClientRule
    readonly training: boolean
    /** absent where the brand seen is the app's own */
    readonly name?: PageBrand['name']
  }
  /** the custom home image, already checked, or null */
  readonly image: string | null
  readonly year: number
  /** filing line of `cn`, or null */
  readonly filing: string | null
  readonly human:
    | { readonly kind: 'slider' }
    | { readonly kind: 'recaptcha'; readonly siteKey: string }
    | { readonly kind: 'off' }
  readonly password: { readonly min: number; readonly max: number }
  /** channels in the order shown; empty when social sign-in is hidden */
  readonly social: readonly string[]
  /** origins that may be returned to */
  readonly returnOrigins: readonly string[]
  /** parent domain of the token's cookie; '' where it is the host's own */
  readonly cookieDomain: string
  /** origins of the sister hosts */
  readonly sisters: readonly string[]
  /** where a device on this machine listens, if not on 9527 */
  readonly devicePort?: number
  /** statistics, where they go elsewhere than to our own collector, and Google's, where it is used */
  readonly tracking?: { readonly url?: string; readonly google?: string }
  /** embedded: origins that may be its host, and those of them that are handed the token itself */
  readonly hosts?: { readonly origins: readonly string[]; readonly token: readonly string[] }
}

export const PAGE_DATA_ID = 'page-data'
