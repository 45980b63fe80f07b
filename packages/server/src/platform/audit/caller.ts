/** The caller of a request. Address, browser, language and app are labels and grant no rights (S-057). */
import type { Language } from '@kerf/contract/language'
import { auditNetwork } from '../limits/ip-address.ts'

export interface Caller {
  readonly ip: string
  /** key of the rate limits per address */
  readonly limitKey: string
  /** key of the aggregate rate limits: the IPv6 /48; undefined for IPv4 */
  readonly aggregateKey: string | undefined
  readonly userAgent: string
  readonly lang: Language
  /** as the browser names it: may be '' or unknown to this runtime */
  readonly timeZone: string
  readonly app: {
    readonly code: string
    readonly platform: string
    /** numbers and dots, '' if unknown */
    readonly version: string
    /** of the portal that calls: numbers and dots, '' if unknown */
    readonly passportVersion: string
    readonly brand: string
  }
  /** SHA-256 of the browser cookie; undefined for an unknown browser */
  readonly browserHash: Buffer | undefined
  /** SHA-256 of what may be the companion of the session, by cookie or header: see identity/session/session-companion.ts */
  readonly companionHashes: readonly Buffer[]
  readonly requestId: string
}

/** Audit metadata of a caller. */
export const auditContext = (caller: Caller) => ({
  network: auditNetwork(caller.ip),
  app: caller.app.code,
  requestId: caller.requestId,
})
