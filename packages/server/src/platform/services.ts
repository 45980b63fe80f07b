/**
 * The services that the process creates once and every wing may use. A use case names what it needs of them, such as
 * `Pick<PlatformServices, 'db' | 'keys'>`, and beside these the services of its own wing.
 */
import type { LoadedBrand } from '@kerf/brands/registry'
import { createRefusalAudit, type RefusalAudit } from './audit/refusal-audit.ts'
import { isDistributed } from './cluster/distribution-store.ts'
import type { ListReads } from './cluster/list-reads.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { DatabaseClock } from './db/database-clock.ts'
import type { Keys } from './keys/keys.ts'
import { createIpBanList } from './limits/ip-ban-list.ts'
import { createLineLimit } from './limits/line-limit.ts'
import { createRateLimiter, type RateLimiter } from './limits/rate-limiter.ts'
import type { Metrics } from './metrics/metrics.ts'

/** What exists before the server. */
export interface StartServices {
  readonly config: Config
  readonly db: Database
  readonly clock: DatabaseClock
  /** pool of the rate limiter; its commits are asynchronous */
  readonly limitsDb: Database
  /** pool of the event collector */
  readonly trackingDb: Database
  readonly listReads: ListReads
  readonly keys: Keys
  readonly brands: ReadonlyMap<string, LoadedBrand>
  /** base URL of the portal at the host of the current request (known only after listening if PORT=0) */
  readonly publicUrl: () => URL
  readonly placeOf: (ip: string) => string | Promise<string>
  readonly metrics: Metrics
}

export interface PlatformServices extends StartServices {
  readonly limiter: RateLimiter
  readonly refusals: RefusalAudit
  readonly isBanned: (caller: { readonly ip: string }) => boolean
  /** whether tables are distributed over nodes */
  readonly isDistributed: boolean
  /** what mails to the owner of an account are made with */
  readonly mail: Pick<StartServices, 'keys' | 'clock' | 'placeOf'>
  /** logs errors of background connections */
  readonly onError: (error: Error) => void
}

export async function createPlatformServices(
  start: StartServices,
  log: { warn(details: object, message: string): void },
): Promise<PlatformServices & { stop(): Promise<void> }> {
  const { db, limitsDb, keys, clock, placeOf } = start
  const errorLines = createLineLimit()
  const onError = (error: Error): void => {
    const leftOut = errorLines()
    if (leftOut === undefined) return
    const { code } = error as { code?: string }
    log.warn({ error: error.name, code, ...(leftOut > 0 && { leftOut }) }, 'database connection error')
  }
  const [bans, distributed] = await Promise.all([createIpBanList(db, onError), isDistributed(db)])
  const refusals = createRefusalAudit(db, onError)
  return {
    ...start,
    limiter: createRateLimiter(limitsDb, onError, { isDistributed: distributed }),
    refusals,
    isBanned: bans.isBanned,
    isDistributed: distributed,
    mail: { keys, clock, placeOf },
    onError,
    async stop() {
      await refusals.stop()
      await bans.stop()
    },
  }
}
