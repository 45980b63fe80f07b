/** Who calls, as far as a request tells: address, device, language, app. Labels only, never a right (S-057). */
import type { Language } from '@kerf/contract/language'
import { auditNetwork } from '../limits/ip-address.ts'

export interface Caller {
  readonly ip: string
  /** what limits count by */
  readonly limitKey: string
  readonly userAgent: string
  readonly lang: Language
  readonly app: {
    readonly code: string
    readonly platform: string
    readonly version: string
    readonly origin: string
  }
  /** SHA-256 of the device cookie; undefined for a browser never signed in from */
  readonly browserHash: Buffer | undefined
  readonly requestId: string
}

/** What an audit row keeps of a caller. */
export const auditContext = (caller: Caller) => ({
  network: auditNetwork(caller.ip),
  app: caller.app.code,
  requestId: caller.requestId,
})
