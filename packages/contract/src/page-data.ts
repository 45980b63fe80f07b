/**
 * Data that the server writes into every page for the portal, as JSON in `<script type="application/json" id="page-data">`.
 * It contains no secrets and no personal data.
 */
import type { OldClientRule } from './app-version-rules.ts'

export interface PageBrand {
  readonly code: string
  readonly name: { readonly en: string; readonly zh: string }
  readonly tagline: { readonly en: string; readonly zh: string }
  readonly registerTitle: { readonly en: string; readonly zh: string } | null
  readonly picture: string
  readonly helpUrl: string
  readonly legalName: string
  readonly since: number
  /** absent: the brand offers safety training */
  readonly training?: false
}

export interface PageData {
  readonly deployment: 'us' | 'eu' | 'cn'
  /** the brand shown (`o`) */
  readonly brand: PageBrand
  /** rules of the calling app (`p`) */
  readonly app: {
    readonly code: string
    readonly oldClient: OldClientRule
    readonly training: boolean
    /** absent if the brand shown is that of the app */
    readonly name?: PageBrand['name']
  }
  /** validated custom home image, or null */
  readonly image: string | null
  readonly year: number
  /** filing number of deployment `cn`, or null */
  readonly filing: string | null
  readonly human:
    | { readonly kind: 'slider' }
    | { readonly kind: 'recaptcha'; readonly siteKey: string }
    | { readonly kind: 'off' }
  readonly password: { readonly min: number; readonly max: number }
  /** social channels in display order; empty if hidden */
  readonly social: readonly string[]
  /** OAuth client id of this deployment at each channel, by channel; absent where no channel is offered */
  readonly socialClients?: Readonly<Record<string, string>>
  /** allowed return origins */
  readonly returnOrigins: readonly string[]
  /** domain of the token cookie; '' for a host-only cookie */
  readonly cookieDomain: string
  /** origins of the sibling hosts */
  readonly sisters: readonly string[]
  /** port of the machine bridge on this computer, if not MACHINE_BRIDGE_PORT */
  readonly devicePort?: number
  /** external collector of statistics and Google Analytics id, if configured */
  readonly tracking?: { readonly url?: string; readonly google?: string }
  /** embedded pages: origins that may be the host, and those that receive the token itself */
  readonly hosts?: { readonly origins: readonly string[]; readonly token: readonly string[] }
}

export const PAGE_DATA_ID = 'page-data'
