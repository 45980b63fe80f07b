import type { ReturnRule } from '@kerf/contract/return-url'
import type { PlatformServices } from '../../platform/services.ts'
import type { CookieSettings } from '../../web/request/cookies.ts'
import type { OriginRule } from '../../web/request/origins.ts'
import type { SessionCheck } from '../session/session-claims.ts'
import type { PageVisits } from '../session/session-guard.ts'
import type { Tickets } from '../ticket/tickets.ts'
import type { createCookieChain } from './cookie-chain.ts'

export interface CookieSyncDependencies
  extends Pick<PlatformServices, 'db' | 'refusals' | 'publicUrl' | 'brands'> {
  readonly sessions: SessionCheck
  readonly tickets: Tickets
  readonly visits: PageVisits
  readonly resolveNextHop: ReturnType<typeof createCookieChain>
  readonly siblings: readonly string[]
  readonly cookies: () => CookieSettings
  readonly origins: OriginRule
  readonly returnRule: () => ReturnRule
  /** name and email address of an account */
  readonly readAccountNames: (uid: string) => Promise<AccountNames>
}

export interface AccountNames {
  readonly nickname: string
  readonly userName: string
  readonly email: string
}

/** Of `/v1/cookie/*` */
export const RATE_LIMIT = { limit: 120, seconds: 600 }

export const homeUrl = ({ publicUrl }: CookieSyncDependencies): string => new URL('/', publicUrl()).href

export const JSON_TYPE = 'application/json; charset=utf-8'
